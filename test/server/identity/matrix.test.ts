import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { API_SCOPES, createdApiTokenSchema, type ApiScope } from '#contract/api-tokens.ts'
import { PROOF } from '#contract/limits.ts'
import { roleReaches, type Role } from '#contract/roles.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { passkeys } from '#server/database/schema/factors.ts'
import { sessions } from '#server/database/schema/identity.ts'
import { verifyAudit } from '#server/identity/audit/verify.ts'
import { createApp } from '#server/http/app.ts'
import {
  ADMIN,
  createIdentityHarness,
  SIGNING_KEY,
  UNLIMITED,
  type IdentityHarness,
} from '#test/support/server/identity.ts'
import { recordCount } from '#test/support/counts.ts'
import { addSignedInUser, dataOf, signInUser, type SignedInUser } from '#test/support/data/people.ts'
import { POLICY, SOCKET_POLICY } from '#server/http/route-policy.ts'

/** Callers with a valid role, and callers with an invalid token. */
interface Caller {
  readonly name: string
  readonly authorization: string | undefined
  readonly role: Role | undefined
  /** The role that has ended the session of the token. */
  readonly demotedTo?: Role
  /** The user has not proven for ten minutes who they are. */
  readonly lacksProof?: boolean
  /** The server requires a second factor of the user, who has none. */
  readonly lacksFactor?: boolean
  /** Of an API token, what it may do. */
  readonly scopes?: readonly ApiScope[]
}

const ROUTES = Object.entries(POLICY).map(([key, { access, scope, recentProof = false }]) => {
  const [method = '', path = ''] = key.split(' ')
  return { key, method, path, access, scope, recentProof }
})
const BODIES: Readonly<Record<string, object>> = {
  '/admin/users/:id/role': { role: 'Trader' },
  '/admin/users/:id/status': { is_active: false },
}

let harness: IdentityHarness
let app: IdentityHarness['app']
let callers: readonly Caller[]
beforeAll(async () => {
  harness = await createIdentityHarness({ adminsNeedFactor: true })
  app = await createApp({ access: harness.identity.access, rates: UNLIMITED })
  await app.register(harness.identity.routes, { prefix: DEFAULT_BASES.identity })
  // The other services are behind the same guard: this test only checks whether a request reaches them.
  for (const { method, path } of ROUTES) {
    if (path.startsWith(DEFAULT_BASES.identity) || app.hasRoute({ method, url: path })) continue
    app.route({ method, url: path, handler: async () => ({}) })
  }
  await app.ready()
  callers = await allCallers()
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

const bearer = (name: string, token: string, role?: Role): Caller => ({ name, authorization: `Bearer ${token}`, role })
const named = (name: string, authorization: string | undefined): Caller => ({ name, authorization, role: undefined })

/** Gives a user a passkey, which no request here removes. */
async function giveFactor({ id: userId, email }: SignedInUser): Promise<void> {
  const key = { credentialId: email, publicKey: Buffer.from('key'), counter: 0, transports: [], name: 'Laptop' }
  await harness.database.db.insert(passkeys).values({ ...key, userId, createdAt: new Date(harness.clock.now) })
}

/** Lets the last proof of a user be too old. */
async function ageProof({ id }: SignedInUser): Promise<void> {
  const signedInAt = new Date(harness.clock.now - PROOF.lifeMs)
  await harness.database.db.update(sessions).set({ createdAt: signedInAt }).where(eq(sessions.userId, id))
}

async function allCallers(): Promise<readonly Caller[]> {
  const admin = await signInUser(harness)
  await giveFactor(admin)
  const viewer = await addSignedInUser(harness, 'viewer@pairbot.test', 'Viewer')
  const trader = await addSignedInUser(harness, 'trader@pairbot.test', 'Trader')
  const once = (name: string) => addSignedInUser(harness, `${name}@pairbot.test`, 'Admin')
  const demoted = await once('demoted')
  await admin.call('PATCH', `/admin/users/${demoted.id}/role`, { role: 'Trader' })
  const deactivated = await once('deactivated')
  await admin.call('PATCH', `/admin/users/${deactivated.id}/status`, { is_active: false })
  const deleted = await once('deleted')
  await admin.call('DELETE', `/admin/users/${deleted.id}`)
  const revoked = await once('revoked')
  await admin.call('DELETE', `/admin/users/${revoked.id}/sessions`)
  const again = await signInUser(harness, demoted.email)
  const unproven = await once('unproven')
  await giveFactor(unproven)
  await ageProof(unproven)
  return [
    named('anonymous', undefined),
    bearer('a Viewer', viewer.token, 'Viewer'),
    bearer('a Trader', trader.token, 'Trader'),
    bearer('an Admin', admin.token, 'Admin'),
    { ...bearer('an Admin whose last proof is old', unproven.token, 'Admin'), lacksProof: true },
    bearer('a demoted one with the new token', again.token, 'Trader'),
    { ...bearer('a demoted one with the old token', demoted.token), demotedTo: 'Trader' as const },
    bearer('a deactivated one', deactivated.token),
    bearer('a deleted one', deleted.token),
    bearer('a revoked one', revoked.token),
    ...(await badTokens(admin)),
    ...(await apiTokens(admin, viewer, trader)),
    ...(await lackingFactor(once)),
  ]
}

/** Admins whom the server requires a second factor of, which they do not have. */
async function lackingFactor(once: (name: string) => Promise<SignedInUser>): Promise<readonly Caller[]> {
  const lacking = await once('lacking')
  const beginning = await once('beginning')
  await beginning.call('POST', ACCOUNT.setUpTotp.path)
  const old = await once('old')
  await ageProof(old)
  const { secret } = await createToken(lacking, API_SCOPES)
  const admin = (name: string, token: string) => ({ ...bearer(name, token, 'Admin'), lacksFactor: true })
  return [
    admin('an Admin without a second factor', lacking.token),
    admin('an Admin who has begun to set one up', beginning.token),
    { ...admin('an Admin without a second factor whose last proof is old', old.token), lacksProof: true },
    { ...admin('an API token of an Admin without a second factor', secret), scopes: API_SCOPES },
  ]
}

const createToken = async (owner: SignedInUser, scopes: readonly ApiScope[], days = 30) =>
  dataOf(createdApiTokenSchema, await owner.call('POST', '/auth/tokens', { name: 'Report', scopes, days }))

async function apiTokens(admin: SignedInUser, viewer: SignedInUser, trader: SignedInUser): Promise<readonly Caller[]> {
  const revoked = await createToken(admin, API_SCOPES)
  await admin.call('DELETE', `/auth/tokens/${revoked.token.id}`)
  const leaver = await addSignedInUser(harness, 'leaver@pairbot.test', 'Admin')
  const left = await createToken(leaver, API_SCOPES)
  await admin.call('PATCH', `/admin/users/${leaver.id}/status`, { is_active: false })
  const owners = [
    ['a Viewer', viewer, 'Viewer'],
    ['a Trader', trader, 'Trader'],
    ['an Admin', admin, 'Admin'],
  ] as const
  const whole = owners.map(async ([name, owner, role]) => {
    const { secret } = await createToken(owner, API_SCOPES)
    return { ...bearer(`an API token of ${name}`, secret, role), scopes: API_SCOPES }
  })
  const { secret: reading } = await createToken(admin, ['market:read'])
  return [
    ...(await Promise.all(whole)),
    { ...bearer('an API token for market data', reading, 'Admin'), scopes: ['market:read'] },
    bearer('a revoked API token', revoked.secret),
    bearer('an API token of a deactivated user', left.secret),
    bearer('an unknown API token', `pairbot_${'A'.repeat(43)}`),
  ]
}

async function badTokens(admin: SignedInUser): Promise<readonly Caller[]> {
  const claims = JSON.parse(Buffer.from(admin.token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >
  const sign = (changes: object, header: object = {}, secret = SIGNING_KEY.secret) =>
    new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: SIGNING_KEY.kid, ...header })
      .sign(secret)
  const nowS = harness.clock.now / 1000
  return [
    named('another scheme', `Basic ${Buffer.from(`${ADMIN.email}:${ADMIN.password}`).toString('base64')}`),
    bearer('rubbish', 'rubbish'),
    bearer(
      'a changed payload',
      admin.token.replace(/\.(.)/, (_, first) => `.${first === 'e' ? 'f' : 'e'}`),
    ),
    bearer('no algorithm', new UnsecuredJWT(claims).encode()),
    bearer('another key', await sign({}, {}, new Uint8Array(32).fill(8))),
    bearer('an unknown key id', await sign({}, { kid: 'other' })),
    bearer('another type', await sign({}, { typ: 'JWT' })),
    bearer('another audience', await sign({ aud: 'elsewhere' })),
    bearer('another issuer', await sign({ iss: 'elsewhere' })),
    bearer('an expired one', await sign({ iat: nowS - 2_000, exp: nowS - 31 })),
    bearer('a session that there is not', await sign({ sid: randomUUID() })),
    bearer('the session of somebody else', await sign({ sub: randomUUID() })),
  ]
}

async function answer({ method, path }: (typeof ROUTES)[number], { authorization }: Caller) {
  const payload = BODIES[path.replace(DEFAULT_BASES.identity, '')]
  return app.inject({
    method: method as 'GET',
    url: path.replace(':id', ABSENT).replace(':code', 'f'.repeat(32)).replace(':timeframe', '1m'),
    headers: { ...(authorization !== undefined && { authorization }) },
    ...(payload && { payload }),
  })
}
const ABSENT = randomUUID()
/** Change something whenever they are let in. */
const CHANGING = ['/cleanup', ACCOUNT.renewRecoveryCodes.path]
const reasonSchema = z.object({ reason: z.optional(z.string()) })

/** How far a request came: a refusal, with its reason if it has one, or the handler. */
const resultOf = ({ statusCode, body }: Awaited<ReturnType<typeof answer>>) =>
  statusCode === 403 ? (reasonSchema.parse(JSON.parse(body)).reason ?? 403) : statusCode === 401 ? 401 : 'let in'

/** What the policy makes of a caller: a role comes before a factor, which may have to be set up before it can be a proof. */
function expectedOf({ access, scope, recentProof }: (typeof ROUTES)[number], caller: Caller) {
  if (access === 'public') throw new Error('Public routes have no refusals')
  const { role, demotedTo, scopes, lacksFactor = false, lacksProof = false } = caller
  if (role === undefined) return demotedTo !== undefined && !roleReaches(demotedTo, access) ? 403 : 401
  if (!roleReaches(role, access) || (scope !== 'any' && (scopes?.every((each) => each !== scope) ?? false))) return 403
  if (access === 'Admin' && lacksFactor) return 'factor_required'
  return recentProof && lacksProof ? 'proof_required' : 'let in'
}

describe('access to every socket', () => {
  it.for(Object.entries(SOCKET_POLICY))(
    '[PE-80] %s accepts its role and its scope only',
    async ([path, policy], { task }) => {
      const cells = await Promise.all(
        callers.map(async ({ name, authorization, role, scopes }) => {
          const token = authorization?.replace('Bearer ', '')
          const { ok } = await harness.identity.access.verifySocket(token, { path, origin: undefined })
          const isInScope = scopes?.includes(policy.scope) ?? true
          return { name, ok, expected: role !== undefined && roleReaches(role, policy.access) && isInScope }
        }),
      )
      expect(cells.filter(({ ok, expected }) => ok !== expected)).toEqual([])
      recordCount({ task }, 'Authorization cells', cells.length)
    },
  )
})

describe('access to every route', () => {
  it.for(ROUTES.filter(({ access }) => access !== 'public'))(
    '[PE-80] [ID-79] S15 $key accepts $access and above only',
    async (route, { task }) => {
      const before = await verifyAudit(harness.database.db)
      const cells = []
      for (const caller of callers) {
        const result = resultOf(await answer(route, caller))
        cells.push({ caller: caller.name, result, expected: expectedOf(route, caller) })
      }

      expect(cells.filter(({ result, expected }) => result !== expected)).toEqual([])
      expect(cells).toHaveLength(33)
      recordCount({ task }, 'Authorization cells', cells.length)
      // A missing resource cannot be changed, and rejected requests change nothing.
      if (!CHANGING.some((path) => route.path.endsWith(path)))
        expect(await verifyAudit(harness.database.db)).toEqual(before)
    },
  )

  it.for(ROUTES.filter(({ access }) => access === 'public'))(
    '[PE-81] S15 $key responds to every user as to an anonymous one',
    async (route, { task }) => {
      const [anonymous, ...others] = await Promise.all(
        callers.map(async (caller) => (await answer(route, caller)).statusCode),
      )

      expect(new Set(others)).toEqual(new Set([anonymous]))
      recordCount({ task }, 'Authorization cells', callers.length)
    },
  )
})
