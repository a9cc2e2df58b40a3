import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { API_SCOPES, type ApiScope } from '#contract/api-tokens.ts'
import type { RoutePolicy } from '#contract/endpoints/endpoint.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { roleReaches, type Role } from '#contract/roles.ts'
import { passkeys } from '#server/database/schema/factors.ts'
import { sessions, users } from '#server/database/schema/identity.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { apiRequest, apiRoutes, requestTo, type ApiRoute } from '#test/support/data/api-requests.ts'
import { startComposition } from '#test/support/server/composition.ts'
import { ADMIN } from '#test/support/server/identity.ts'
import { addAccount } from '#server/identity/create-account.ts'
import { POLICY } from '#server/http/route-policy.ts'

/** How many requests are sent. */
const REQUESTS = Number(process.env['PAIRBOT_ACCESS_REQUESTS'] ?? 3_000)
const { identity } = DEFAULT_BASES
const DAY_MS = 86_400_000
const FAULT_INJECTION = `${identity}${ADMINISTRATION.injectFault.path}`

interface Person {
  readonly email: string
  readonly role: Role
  readonly hasFactor?: boolean
  readonly lacksProof?: boolean
}
interface Caller extends Pick<Person, 'lacksProof'> {
  readonly name: string
  /** Undefined for callers whom no route but the public ones may serve. */
  readonly role: Role | undefined
  readonly scopes?: readonly ApiScope[]
  readonly lacksFactor?: boolean
  token: string | undefined
  /** Signs in again: requests may end their own session, and access tokens expire. */
  readonly renew?: () => Promise<string>
}

const PEOPLE: readonly Person[] = [
  { email: 'viewer@pairbot.test', role: 'Viewer' },
  { email: 'trader@pairbot.test', role: 'Trader' },
  { email: ADMIN.email, role: 'Admin', hasFactor: true },
  { email: 'lacking@pairbot.test', role: 'Admin' },
  { email: 'unproven@pairbot.test', role: 'Admin', hasFactor: true, lacksProof: true },
]

let running: Awaited<ReturnType<typeof startComposition>>
let routes: readonly ApiRoute[]
let callers: readonly Caller[]
/** What no response may contain. */
const secrets = new Set<string>()
const agent = new Agent({ keepAlive: true })
beforeAll(async () => {
  running = await startComposition({ env: { PAIRBOT_ADMIN_FACTOR: 'required', PAIRBOT_TRUST_PROXY: '1' } })
  const { database } = running.app
  for (const { email, role } of PEOPLE.filter((each) => each.email !== ADMIN.email))
    await addAccount(
      { database, passwords: createPasswords(), now: Date.now },
      { email, role, password: ADMIN.password },
    )
  for (const { passwordHash } of await database.db.select().from(users)) secrets.add(passwordHash)
  const document = z.unknown().parse(JSON.parse((await send('GET', SERVICE.openApi.path)).body))
  routes = apiRoutes(document)
  callers = await allCallers()
}, 120_000)
afterAll(async () => {
  agent.destroy()
  await running.stop()
})

interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let sent = 0
/** Sends a request over TCP, as of an address of its own, so that no rate of addresses counts it. */
function send(method: string, path: string, payload?: unknown, token?: string): Promise<Reply> {
  sent += 1
  const body = payload === undefined ? undefined : JSON.stringify(payload)
  const headers = {
    'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  const { hostname, port } = new URL(running.address)
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ agent, hostname, port, method, path, headers }, (incoming) => {
      text(incoming).then(
        (given) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: given }),
        reject,
      )
    })
    outgoing.on('error', reject).end(body)
  })
}

const wrapped = <T extends z.ZodMiniType>(data: T) => z.object({ data })
const grantSchema = wrapped(z.object({ access_token: z.string() }))
const createdSchema = wrapped(z.object({ secret: z.string() }))
const secret = (given: string): string => {
  secrets.add(given)
  return given
}

/** Signs a person in, without the factor that they have otherwise, and sets the time of their last proof. */
async function signIn({ email, hasFactor = false, lacksProof = false }: Person): Promise<string> {
  const { db } = running.app.database
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  const userId = user?.id ?? expect.fail(`There is no ${email}`)
  await db.delete(passkeys).where(eq(passkeys.userId, userId))
  const reply = await send('POST', `${identity}${AUTH.login.path}`, { email, password: ADMIN.password })
  const key = { credentialId: email, publicKey: Buffer.from('key'), counter: 0, transports: [], name: 'Laptop' }
  if (hasFactor) await db.insert(passkeys).values({ ...key, userId, createdAt: new Date() })
  await db
    .update(sessions)
    .set(lacksProof ? { createdAt: new Date(Date.now() - DAY_MS / 2) } : { provenAt: new Date(Date.now() + DAY_MS) })
    .where(eq(sessions.userId, userId))
  return secret(grantSchema.parse(JSON.parse(reply.body)).data.access_token)
}

async function createToken(owner: Caller, scopes: readonly ApiScope[]): Promise<Caller> {
  const wanted = { name: 'Report', scopes, days: 7 }
  const reply = await send('POST', `${identity}${ACCOUNT.apiTokens.path}`, wanted, owner.token)
  const token = secret(createdSchema.parse(JSON.parse(reply.body)).data.secret)
  return { name: `a token of ${owner.name} for ${scopes.join()}`, role: owner.role, scopes, token }
}

async function allCallers(): Promise<readonly Caller[]> {
  const people: Caller[] = []
  for (const person of PEOPLE) {
    const { email, role, lacksProof = false, hasFactor = false } = person
    const renew = () => signIn(person)
    const lacksFactor = role === 'Admin' && !hasFactor
    people.push({ name: email, role, lacksProof, lacksFactor, token: await renew(), renew })
  }
  const [viewer, trader, admin] = people
  if (!viewer || !trader || !admin) return expect.fail('People are missing')
  const tokens: Caller[] = []
  for (const owner of [viewer, trader, admin]) {
    tokens.push(await createToken(owner, API_SCOPES))
    for (const scope of API_SCOPES) tokens.push(await createToken(owner, [scope]))
  }
  const stranger = (name: string, token?: string): Caller => ({ name, role: undefined, token })
  return [
    ...people,
    ...tokens,
    stranger('nobody'),
    stranger('rubbish', 'rubbish'),
    stranger('an unknown API token', `pairbot_${'A'.repeat(43)}`),
    stranger('an access token with another signature', `${admin.token?.slice(0, -8)}AAAAAAAA`),
  ]
}

/** How far a caller may come. */
function allowedTo({ access, scope, recentProof }: RoutePolicy, caller: Caller): 'in' | 401 | 403 {
  const { role, scopes, lacksProof = false, lacksFactor = false } = caller
  if (access === 'public') return 'in'
  if (role === undefined) return 401
  const isInScope = scope === 'any' || (scopes?.some((each) => each === scope) ?? true)
  const isClosed = (access === 'Admin' && lacksFactor) || (recentProof === true && lacksProof)
  return isInScope && !isClosed && roleReaches(role, access) ? 'in' : 403
}

/** Every failure, of the strategies and of all else, and nothing more. */
const failureSchema = z.strictObject({
  success: z.literal(false),
  error: z.string(),
  detail: z.optional(z.string()),
  reason: z.optional(z.string()),
})
const INNER_WORKINGS = /\n\s+at |node_modules|\.[cm]?[jt]s:\d+|\$argon2|drizzle|pglite|postgres/i
/** Of the router, before any route is reached. */
const NO_ROUTE = /Not found: |The address |A part of the address /
const GUARD = /^API tokens are not accepted here|^Access denied\.|^Admins need a second factor/

/** Other spellings of an address, which lead to the same route or to none. */
const SPELLINGS: readonly ((url: string) => string)[] = [
  (url) => url,
  (url) => url.replace('?', '/?').replace(/([^/?])$/, '$1/'),
  (url) => url.replace('/api/', '//api/'),
  (url) => url.replace('/api/', '/API/'),
  (url) => url.replace('/admin/', '/%61dmin/'),
  (url) => url.replace('/auth/', '/auth/../auth/'),
  (url) => `${url}${url.includes('?') ? '&' : '?'}role=Admin&scope=*`,
]

const requests = fc.record({
  asked: apiRequest,
  caller: fc.nat(1_000_000),
  spelling: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(SPELLINGS.length - 1) }),
  isHead: fc.nat(19).map((share) => share === 0),
})

it(
  `[TK-3] [TK-4] [HT-69] ${REQUESTS} requests of every rank reach no route beyond it, and responses say nothing of the inside`,
  { timeout: 120_000 + REQUESTS * 60 },
  async () => {
    const counts = new Map<string, number>()
    const injected = new Set<Caller>()
    const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
    const began = performance.now()
    await fc.assert(
      fc.asyncProperty(requests, async ({ asked, caller: number, spelling, isHead }) => {
        const route = routes[asked.route % routes.length] ?? expect.fail('no route')
        const caller = callers[number % callers.length] ?? expect.fail('no caller')
        const key = `${route.method} ${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
        const policy = POLICY[key] ?? expect.fail(`${key} has no policy`)
        const { url, body } = requestTo(route, asked)
        const spelled = SPELLINGS[spelling]?.(url) ?? url
        const method = isHead && route.method === 'GET' ? 'HEAD' : route.method
        const ask = () => send(method, spelled, body, caller.token)
        let reply = await ask()
        // A fault is for the session alone that asked for it.
        if (injected.has(caller) && (reply.status === 503 || reply.status === 401)) {
          injected.delete(caller)
          await send('DELETE', FAULT_INJECTION, undefined, caller.token)
          count('injected')
          reply = await ask()
        }
        if (key === `POST ${FAULT_INJECTION}` && reply.status === 201) injected.add(caller)
        if (reply.status === 401 && caller.renew && policy.access !== 'public') {
          caller.token = await caller.renew()
          reply = await ask()
        }
        const { status } = reply
        const said = [caller.name, method, spelled, JSON.stringify(body), status, reply.body.slice(0, 300)]
        const isSo = (claim: string, holds: boolean) => {
          expect([claim, ...said, holds]).toEqual([claim, ...said, true])
        }

        isSo('no failure of the server', status < 500)
        isSo('no inner workings', status < 400 || !INNER_WORKINGS.test(reply.body))
        const whole = `${reply.body} ${JSON.stringify(reply.headers)}`
        isSo('no secret', ![...secrets].some((each) => whole.includes(each)))
        const failure = status < 400 || method === 'HEAD' ? undefined : failureSchema.safeParse(JSON.parse(reply.body))
        isSo('a failure of the usual form', failure?.success !== false)
        const message = failure?.success ? failure.data.error : ''
        const allowed = allowedTo(policy, caller)
        count(status === 429 ? 'too many' : allowed === 'in' ? 'allowed' : 'refused')
        count(`${Math.floor(status / 100)}xx`)
        if (status === 429) {
          isSo('says how long to wait', reply.headers['retry-after'] !== undefined)
          return
        }
        // Another spelling, and hostile texts in the address, may lead to no route.
        const isOfRouter = method === 'HEAD' || NO_ROUTE.test(message)
        const isMissed = (status === 404 || status === 400) && isOfRouter
        if (allowed !== 'in') isSo('refused', status === allowed || isMissed)
        else if (policy.access !== 'public') {
          isSo('not refused as a stranger', status !== 401)
          isSo('not refused by the guard', !GUARD.test(message))
        }
      }),
      { numRuns: REQUESTS, endOnFailure: true },
    )
    const seconds = (performance.now() - began) / 1000
    process.stdout.write(
      `${REQUESTS} requests over ${routes.length} routes as ${callers.length} callers, ${seconds.toFixed(0)} s: ${JSON.stringify(Object.fromEntries(counts))}\n`,
    )
    expect(counts.get('refused')).toBeGreaterThan(REQUESTS / 20)
    expect(counts.get('2xx')).toBeGreaterThan(REQUESTS / 20)
    expect(counts.get('too many') ?? 0).toBeLessThan(REQUESTS / 20)
  },
)
