import * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'

/** Set PAIRBOT_SAMPLES=5000 for the longest run, which requires medians less than 1 ms apart. */
const SAMPLES = Number(process.env['PAIRBOT_SAMPLES'] ?? 40)
const IS_LONG = SAMPLES >= 1_000
const WRONG = 'Wrong-horse-7'

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness({}, { hashing: argon2 })
})
afterAll(() => harness.close())

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN

async function timeOf(email: string, sample: number): Promise<number> {
  const ip = `10.${sample >> 16}.${(sample >> 8) & 255}.${sample & 255}`
  const began = performance.now()
  const { status } = await harness.signIn({ email, password: WRONG, ip })
  const ms = performance.now() - began
  expect(status).toBe(401)
  await harness.identity.settled()
  return ms
}

describe('account enumeration', () => {
  it(`[ID-4] S6 is not possible by timing in ${SAMPLES} samples`, { timeout: 3_600_000 }, async () => {
    const known: number[] = []
    const unknown: number[] = []
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      // Neither account may be throttled.
      if (sample % 40 === 0) harness.clock.advance(3_600_000)
      // Interleaved, so that other load on the machine affects both alike.
      const first = sample % 2 === 0
      if (first) known.push(await timeOf(ADMIN.email, sample))
      unknown.push(await timeOf('nobody@pairbot.test', sample))
      if (!first) known.push(await timeOf(ADMIN.email, sample))
    }
    const [here, nowhere] = [median(known), median(unknown)]
    process.stdout.write(
      `median: known ${here.toFixed(2)} ms, unknown ${nowhere.toFixed(2)} ms, ${SAMPLES} samples each\n`,
    )

    // A few samples on a busy machine only reveal whether the hash was skipped.
    expect(Math.abs(here - nowhere)).toBeLessThan(IS_LONG ? 1 : 0.5 * Math.max(here, nowhere))
  })
})
