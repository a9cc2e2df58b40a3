import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createdInvitationSchema } from '#contract/invitations.ts'
import { INVITATION } from '#contract/limits.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { createApp } from '#server/http/app.ts'
import { createInvitationCodes } from '#server/identity/invitations/invitations.ts'
import { ADMIN, createIdentityHarness, SIGNING_KEY, type IdentityHarness } from '#test/support/server/identity.ts'
import { dataOf, refused, signInUser, type SignedInUser } from '#test/support/data/people.ts'

const INVALID = refused(404, 'Invalid or expired invitation code')
const EMAIL = 'grace@pairbot.test'

let harness: IdentityHarness
let admin: SignedInUser
beforeAll(async () => {
  harness = await createIdentityHarness()
  admin = await signInUser(harness)
})
afterAll(() => harness.close())

/** The identity service with its production rate limits. */
async function ratedApp(): Promise<FastifyInstance> {
  const app = await createApp({ access: harness.identity.access })
  await app.register(harness.identity.routes, { prefix: DEFAULT_BASES.identity })
  await app.ready()
  onTestFinished(() => app.close())
  return app
}

async function tryCode(app: FastifyInstance, code: string, remoteAddress: string, by: 'check' | 'register' = 'check') {
  const path = by === 'check' ? `/auth/invitations/validate?code=${code}` : '/auth/register'
  const payload = { invitation_code: code, email: EMAIL, password: ADMIN.password }
  const reply = await app.inject({
    method: by === 'check' ? 'GET' : 'POST',
    url: `${DEFAULT_BASES.identity}${path}`,
    remoteAddress,
    ...(by === 'register' && { payload }),
  })
  // What is left of the budget shrinks with each try.
  const { date: _, ratelimit: __, ...headers } = reply.headers
  return { status: reply.statusCode, body: reply.json() as unknown, headers }
}
const guess = (n: number) => n.toString(16).padStart(32, '0')
const invite = async (email: string) =>
  dataOf(createdInvitationSchema, await admin.call('POST', '/admin/invitations', { email })).invitation

describe('guessing codes', () => {
  it('[PE-1] AB-08 generates unique codes of 128 uniformly random bits', () => {
    const SAMPLES = 4_096
    const codes = createInvitationCodes([SIGNING_KEY])
    const created = Array.from({ length: SAMPLES }, () => codes.create().code)
    const bits = created.map((code) => BigInt(`0x${code}`))
    const set = Array.from({ length: 128 }, (_, bit) => bits.filter((code) => (code >> BigInt(bit)) & 1n).length)

    expect(new Set(created).size).toBe(SAMPLES)
    // Seven standard deviations.
    const slack = (7 * Math.sqrt(SAMPLES)) / 2
    expect(set.filter((count) => Math.abs(count - SAMPLES / 2) > slack)).toEqual([])
  })

  it('[PE-4] AB-08 allows 20 checks or registrations per minute and address, then responds 429, even to the right code', async () => {
    const { code } = await invite(EMAIL)
    vi.useFakeTimers({ toFake: ['Date'], now: harness.clock.now })
    onTestFinished(() => void vi.useRealTimers())
    const app = await ratedApp()
    const tries = Array.from({ length: INVITATION.checksPerMinute }, (_, n) =>
      tryCode(app, guess(n), '203.0.113.7', n % 2 === 0 ? 'check' : 'register'),
    )
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(20).fill(404))

    for (const by of ['check', 'register'] as const) {
      const { status, body, headers } = await tryCode(app, code, '203.0.113.7', by)
      expect({ status, body }).toEqual(refused(429, 'Too many requests. Please try again in 60 s.'))
      expect(headers['retry-after']).toBe('60')
    }
    expect((await tryCode(app, code, '203.0.113.8')).status).toBe(200)
    vi.setSystemTime(Date.now() + 60_001)
    expect((await tryCode(app, code, '203.0.113.7')).status).toBe(200)
  })

  it('[PE-5] AB-08 responds equally to unknown, expired, used and revoked codes, headers included', async () => {
    const expired = await invite('expired@pairbot.test')
    harness.clock.advance(INVITATION.lifeMs)
    admin = await signInUser(harness)
    const used = await invite('used@pairbot.test')
    const payload = { invitation_code: used.code, email: used.email, password: ADMIN.password }
    await harness.call({ method: 'POST', url: `${DEFAULT_BASES.identity}/auth/register`, payload })
    const revoked = await invite('revoked@pairbot.test')
    await admin.call('POST', `/admin/invitations/${revoked.code}/revoke`)
    const app = await ratedApp()

    for (const by of ['check', 'register'] as const) {
      const unknown = await tryCode(app, guess(0), '203.0.113.9', by)
      expect(unknown).toMatchObject(INVALID)
      for (const { code } of [expired, used, revoked]) {
        expect(await tryCode(app, code, '203.0.113.9', by)).toEqual(unknown)
      }
    }
  })
})
