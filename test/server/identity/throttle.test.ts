import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInAttempts, signInThrottles } from '#server/database/schema/identity.ts'
import { admitAttempt, dropOldThrottles, networkOf } from '#server/identity/throttle.ts'
import { ADMIN, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'

const MINUTE_MS = 60_000
/** Set PAIRBOT_ROUNDS=100 for the long run. */
const ROUNDS = Number(process.env['PAIRBOT_ROUNDS'] ?? 2)
const WRONG = { password: 'Wrong-horse-7' }

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness()
})
beforeEach(() => harness.reset())
afterAll(() => harness.close())

/** Failures from one address, below its rate limit. */
async function fail(times: number, given: Parameters<IdentityHarness['signIn']>[0] = {}) {
  const waits: unknown[] = []
  for (let i = 0; i < times; i += 1) {
    harness.clock.advance(4_000)
    waits.push((await harness.signIn({ ...WRONG, ...given })).headers['retry-after'])
  }
  return waits
}

describe('guessing passwords', () => {
  it('[ID-20] S7 AB-01 blocks the account for this address for 1, 2, 4, 8, 15, 15 minutes after 10 failures, with the same message', async () => {
    await fail(10)
    const waits: number[] = []
    for (let round = 0; round < 6; round += 1) {
      const refused = await harness.signIn()
      expect([refused.status, refused.body]).toEqual([401, { success: false, error: 'Invalid email or password' }])
      waits.push(Number(refused.headers['retry-after']))
      harness.clock.advance(Number(refused.headers['retry-after']) * 1000)
      await harness.signIn(WRONG)
    }

    expect(waits).toEqual([60, 120, 240, 480, 900, 900])
  })

  it('[ID-20] S7 accepts the right password after the wait and clears the count', async () => {
    await fail(10)
    harness.clock.advance(MINUTE_MS)

    expect((await harness.signIn()).status).toBe(200)
    expect(await fail(9)).toEqual(Array(9).fill(undefined))
    expect((await harness.signIn()).status).toBe(200)
  })

  it('[ID-20] S7 does not extend the wait for rejected attempts', async () => {
    await fail(10)
    const before = Number((await harness.signIn()).headers['retry-after'])
    await fail(5)

    expect(before).toBe(60)
    expect(Number((await harness.signIn()).headers['retry-after'])).toBe(40)
  })

  it('[ID-20] S7 resets failures 15 minutes after the first', async () => {
    await fail(9)
    harness.clock.advance(15 * MINUTE_MS)
    expect(await fail(9)).toEqual(Array(9).fill(undefined))
    expect((await harness.signIn()).status).toBe(200)
  })

  it('[ID-20] S7 throttles unknown accounts like known ones, in any spelling', async () => {
    await fail(5, { email: 'nobody@pairbot.test' })
    await fail(5, { email: ' NOBODY@pairbot.test' })

    expect((await harness.signIn({ email: 'nobody@pairbot.test' })).headers['retry-after']).toBe('60')
  })

  it('[ID-21] AB-03 does not block the owner at another address', async () => {
    await fail(12)
    expect((await harness.signIn({ ip: '198.51.100.4' })).status).toBe(200)
  })

  it(
    `[ID-22] S7 AB-04 admits exactly 10 of 200 concurrent attempts, ${ROUNDS} times in a row`,
    { timeout: 1_800_000 },
    async () => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const attempt = { email: `user${round}@pairbot.test`, ipAddress: `203.0.113.${round}` }
        const admissions = await Promise.all(
          Array.from({ length: 200 }, () => admitAttempt(harness.database, attempt, harness.clock.now)),
        )
        expect(admissions.filter(({ kind }) => kind === 'admitted')).toHaveLength(10)
      }
    },
  )

  it('[ID-22] S7 AB-04 verifies at most 10 of 200 concurrent guesses', async () => {
    const ips = Array.from({ length: 200 }, () => '203.0.113.7')
    const replies = await Promise.all(ips.map((ip) => harness.signIn({ ...WRONG, ip })))
    const attempts = await harness.database.db.select().from(signInAttempts)

    expect(replies.every(({ status }) => status === 401 || status === 429)).toBe(true)
    expect(attempts.filter(({ failureReason }) => failureReason === 'wrong password').length).toBeLessThanOrEqual(10)
    expect((await harness.signIn()).status).not.toBe(200)
  })

  it('[ID-22] accepts two concurrent valid sign-ins, also after failures', async () => {
    await fail(8)
    const replies = await Promise.all([harness.signIn(), harness.signIn()])

    expect(replies.map(({ status }) => status)).toEqual([200, 200])
  })

  it('[ID-23] AB-02 limits an account to 100 failures an hour from all addresses, except known ones', async () => {
    expect((await harness.signIn({ ip: '192.0.2.1' })).status).toBe(200)
    for (let i = 0; i < 100; i += 1) await harness.signIn({ ...WRONG, ip: `198.51.100.${i}` })

    const stranger = await harness.signIn({ ip: '192.0.2.99' })
    expect([stranger.status, stranger.headers['retry-after']]).toEqual([401, '3600'])
    expect((await harness.signIn({ ip: '192.0.2.1' })).status).toBe(200)
    harness.clock.advance(60 * MINUTE_MS)
    expect((await harness.signIn({ ip: '192.0.2.99' })).status).toBe(200)
  })

  it('[ID-24] HA-13 responds 429 with Retry-After to the 21st failure of an address within a minute, across accounts', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 20; i += 1) statuses.push((await harness.signIn({ email: `user${i}@pairbot.test` })).status)
    const refused = await harness.signIn({ email: 'another@pairbot.test' })

    expect(statuses).toEqual(Array(20).fill(401))
    expect([refused.status, refused.body]).toEqual([
      429,
      { success: false, error: 'Too many requests. Please try again in 60 s.' },
    ])
    expect(refused.headers['retry-after']).toBe('60')
    harness.clock.advance(MINUTE_MS)
    expect((await harness.signIn()).status).toBe(200)
  })

  it('[ID-24] does not count successful sign-ins', async () => {
    for (let i = 0; i < 25; i += 1) expect((await harness.signIn()).status).toBe(200)
  })

  it('[ID-25] S8 ignores X-Forwarded-For from untrusted peers', async () => {
    for (let i = 0; i < 12; i += 1) {
      await harness.call({
        method: 'POST',
        url: '/api/identity/auth/login',
        payload: { ...ADMIN, ...WRONG },
        headers: { 'x-forwarded-for': `198.51.100.${i}` },
        remoteAddress: '203.0.113.7',
      })
    }
    expect((await harness.signIn()).headers['retry-after']).toBe('60')
  })

  it('[ID-26] deletes counters that no rule needs any more', async () => {
    await fail(10)
    harness.clock.advance(59 * MINUTE_MS)
    await harness.database.transaction((tx) => dropOldThrottles(tx, harness.clock.now))
    expect(await harness.database.db.select().from(signInThrottles)).not.toEqual([])
    harness.clock.advance(3 * MINUTE_MS)
    await harness.database.transaction((tx) => dropOldThrottles(tx, harness.clock.now))
    expect(await harness.database.db.select().from(signInThrottles)).toEqual([])
  })

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('[ID-27] counts address %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
