import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FACTORS } from '#contract/limits.ts'
import { factorGuesses } from '#server/database/schema/factors.ts'
import { sessions } from '#server/database/schema/identity.ts'
import { challengeOf, codeAt, confirmWith, enrolTotp } from '#test/support/data/factors.ts'
import { signInUser } from '#test/support/data/people.ts'
import { createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'

const GUESSES = 2_000
/** A little less than a day in all, after which fifty more are looked at. */
const EVERY_MS = (0.99 * 86_400_000) / GUESSES
/** A challenge is good for so many of them: who knows the password gets another. */
const PER_CHALLENGE = Math.floor(FACTORS.challengeLifeMs / EVERY_MS)

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness()
})
afterAll(() => harness.close())

it('[ID-74] of 2,000 codes sent to the server over a day fifty are looked at, and none signs in', async () => {
  const user = await signInUser(harness)
  const { secret } = await enrolTotp(harness, user)
  const before = await harness.database.db.select().from(sessions)
  const statuses = new Map<number, number>()
  let challenge = ''
  for (let guess = 0; guess < GUESSES; guess += 1) {
    if (guess % PER_CHALLENGE === 0) challenge = await challengeOf(harness)
    const code = String((Number(codeAt(secret, harness.clock.now)) + 1 + guess) % 1_000_000)
    const { status } = await confirmWith(harness, challenge, { method: 'totp', code: code.padStart(6, '0') })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    harness.clock.advance(EVERY_MS)
  }
  expect(Object.fromEntries(statuses)).toEqual({
    401: FACTORS.guessesPerDay,
    429: GUESSES - FACTORS.guessesPerDay,
  })
  expect(await harness.database.db.select().from(sessions)).toHaveLength(before.length)
  const [counted] = await harness.database.db
    .select()
    .from(factorGuesses)
    .where(and(eq(factorGuesses.userId, user.id), eq(factorGuesses.method, 'totp')))
  expect(counted?.dayFailures).toBe(FACTORS.guessesPerDay)
  // Not even the right one.
  const right = { method: 'totp', code: codeAt(secret, harness.clock.now) } as const
  expect((await confirmWith(harness, await challengeOf(harness), right)).status).toBe(429)
}, 600_000)
