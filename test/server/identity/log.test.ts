import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createdInvitationSchema } from '#contract/invitations.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { createApp } from '#server/http/app.ts'
import { createLogger, hashId } from '#server/http/logger.ts'
import { accessTokenOf, ADMIN, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { dataOf, addSignedInUser, signInUser } from '#test/support/data/people.ts'

const lineSchema = z.object({
  msg: z.string(),
  status: z.optional(z.number()),
  req: z.optional(z.object({ method: z.string(), url: z.string(), ip: z.string() })),
})

let harness: IdentityHarness
const lines: string[] = []
const logged = () => lines.map((line) => z.parse(lineSchema, JSON.parse(line)))
let app: IdentityHarness['app']
beforeAll(async () => {
  harness = await createIdentityHarness()
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const rates = { none: undefined, standard: 6_000, 'sign-in': 3, refresh: undefined, invitation: undefined }
  app = await createApp({ access: harness.identity.access, logger, rates })
  await app.register(harness.identity.routes, { prefix: DEFAULT_BASES.identity })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

type Options = { headers?: Record<string, string>; payload?: object }
const send = (method: 'GET' | 'POST', path: string, options: Options = {}) =>
  app.inject({ method, url: `${DEFAULT_BASES.identity}${path}`, remoteAddress: '203.0.113.7', ...options })

describe('log entries of security events', () => {
  it('[HT-50] S12 writes sign-ins, rejections, validation, limits, reuse and admin actions as one line each, without secrets', async () => {
    const wrong = { ...ADMIN, password: 'Wrong-horse-7' }
    const good = await harness.signIn()
    const token = accessTokenOf(good)
    const trader = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    const bearer = (of: string) => ({ authorization: `Bearer ${of}` })
    await send('POST', AUTH.login.path, { payload: wrong })
    await send('POST', AUTH.login.path, { payload: { email: 7 } })
    await send('POST', AUTH.login.path, { payload: ADMIN })
    await send('POST', AUTH.login.path, { payload: ADMIN })
    await send('GET', ADMINISTRATION.users.path, { headers: bearer(trader.token) })
    const invited = await send('POST', ADMINISTRATION.invitations.path, {
      headers: bearer(token),
      payload: { email: 'ada@pairbot.test' },
    })
    const { code } = dataOf(createdInvitationSchema, { status: 200, body: invited.json() }).invitation
    await send('GET', `${ACCOUNT.validateInvitation.path}?code=${code}`)
    await send('POST', ADMINISTRATION.revokeInvitation.path.replace(':code', code), {
      headers: bearer(token),
      payload: {},
    })
    const second = await harness.refresh(good.cookie!)
    harness.clock.advance(60_000)
    await send('POST', AUTH.refresh.path, { headers: { cookie: good.cookie! } })

    const requests = logged().flatMap(({ req, status }) =>
      req && status ? [`${req.method} ${req.url} ${status}`] : [],
    )
    expect(requests.map((line) => line.replace(DEFAULT_BASES.identity, ''))).toEqual([
      'POST /auth/login 401',
      'POST /auth/login 400',
      'POST /auth/login 200',
      'POST /auth/login 429',
      'GET /admin/users 403',
      'POST /admin/invitations 200',
      'GET /auth/invitations/validate?code=*** 200',
      'POST /admin/invitations/***/revoke 200',
      'POST /auth/refresh 401',
    ])
    expect(logged().map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['role refused', 'refresh token used twice, session ended']),
    )
    expect(new Set(logged().flatMap(({ req }) => req?.ip ?? []))).toEqual(new Set(['203.0.113.7']))
    const everything = lines.join('\n')
    const secrets = [ADMIN.password, wrong.password, token, trader.token, code, good.cookie!, second.cookie!]
    expect(secrets.filter((secret) => everything.includes(secret.replace('rt=', '')))).toEqual([])
  })

  it('[HT-52] S12 identifies users and sessions by hashes, also in URLs, and never by email', async () => {
    lines.length = 0
    const admin = await signInUser(harness)
    const trader = await addSignedInUser(harness, 'mary@pairbot.test', 'Trader')
    const { sid } = JSON.parse(Buffer.from(trader.token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
    const bearer = (of: string) => ({ authorization: `Bearer ${of}` })
    await send('GET', ADMINISTRATION.users.path, { headers: bearer(trader.token) })
    await send('GET', `${ADMINISTRATION.audit.path}?user_id=${trader.id}`, { headers: bearer(admin.token) })
    await send('GET', `${ADMINISTRATION.attempts.path}?email=${trader.email}`, { headers: bearer(admin.token) })
    await send('GET', ADMINISTRATION.userSessions.path.replace(':id', trader.id), { headers: bearer(admin.token) })
    await harness.refresh(trader.cookie)
    harness.clock.advance(60_000)
    await send('POST', AUTH.refresh.path, { headers: { cookie: trader.cookie } })

    const everything = lines.join('\n')
    expect([trader.id, admin.id, sid, trader.email].filter((known) => everything.includes(known))).toEqual([])
    const reported = lines.map((line) => JSON.parse(line) as { msg: string; userId?: string; sessionId?: string })
    expect(reported.find(({ msg }) => msg === 'role refused')?.userId).toBe(hashId(trader.id))
    expect(reported.find(({ msg }) => msg.startsWith('refresh token used'))?.sessionId).toBe(hashId(sid))
    expect(logged().flatMap(({ req }) => (req ? [req.url.replace(DEFAULT_BASES.identity, '')] : []))).toEqual([
      '/admin/users',
      `/admin/audit-log?user_id=${hashId(trader.id)}`,
      '/admin/login-attempts?email=***',
      `/admin/users/${hashId(trader.id)}/sessions`,
      '/auth/refresh',
    ])
  })

  it('[HT-52] S12 does not log email addresses from a failed query', async () => {
    const own = await createIdentityHarness()
    lines.length = 0
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    const broken = await createApp({ access: own.identity.access, logger })
    await broken.register(own.identity.routes, { prefix: DEFAULT_BASES.identity })
    await own.database.db.execute(sql`drop table sign_in_attempts, users cascade`)
    const url = `${DEFAULT_BASES.identity}${AUTH.login.path}`
    await broken.inject({ method: 'POST', url, payload: { ...ADMIN, email: 'mary@pairbot.test' } })
    await broken.close()
    await own.close()

    expect(logged().map(({ msg, status }) => [msg, status])).toEqual([
      ['request failed', undefined],
      ['request', 500],
    ])
    expect(lines.join('')).not.toMatch(/mary|params/)
  })
})
