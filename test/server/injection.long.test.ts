import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { getTableName, sql } from 'drizzle-orm'
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/database/database.ts'
import * as identitySchema from '#server/database/schema/identity.ts'
import * as modelSchema from '#server/database/schema/models.ts'
import { invitations } from '#server/database/schema/people.ts'
import { strategies } from '#server/database/schema/strategies.ts'
import { IDEMPOTENCY_HEADER } from '#contract/strategies/responses.ts'
import { startComposition } from '#test/support/server/composition.ts'
import { ADMIN } from '#test/support/server/identity.ts'
import { INJECTIONS } from '#test/support/data/injections.ts'
import { strategyBody } from '#test/support/server/strategies.ts'

/** How many texts each parameter gets, in turn out of all of them. PAIRBOT_INJECTIONS=60 is a longer form. */
const EACH = Number(process.env['PAIRBOT_INJECTIONS'] ?? 5)

interface Route {
  readonly method: string
  readonly url: string
  readonly query: readonly string[]
}

const namesIn = (schema: unknown): readonly string[] =>
  Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})

const routes: Route[] = []
const recordRoutes = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url, schema }) => {
    routes.push({ method: String(method), url, query: namesIn(schema?.querystring) })
  })
}

let database: Database
let running: Awaited<ReturnType<typeof startComposition>>
let token: string
let strategyId: string
let userId: string
beforeAll(async () => {
  subscribe('fastify.initialization', recordRoutes)
  running = await startComposition()
  unsubscribe('fastify.initialization', recordRoutes)
  database = running.app.database
  const login = await ask({ method: 'POST', url: '/api/identity/auth/login', payload: ADMIN })
  token = login.body.data.access_token
  const made = await ask({
    method: 'POST',
    url: '/api/strategy/api/ensemble/strategies/custom',
    payload: strategyBody(),
  })
  strategyId = made.body.strategy_id
  const [user] = await database.db.select().from(identitySchema.users)
  userId = user!.id
}, 120_000)
afterAll(() => running.stop())

interface Ask {
  readonly method: string
  readonly url: string
  readonly payload?: object | undefined
  readonly headers?: Readonly<Record<string, string>>
}
let asked = 0
async function ask({ method, url, payload, headers }: Ask) {
  asked += 1
  const reply = await running.app.inject({
    method: method as 'GET',
    url,
    // Of an address of its own, so that no rate counts it.
    remoteAddress: `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, body: reply.body === '' ? undefined : JSON.parse(reply.body) }
}

/** What stands in the other places of an address. */
const pathValue = (url: string, name: string): string => {
  if (name === 'id') return url.startsWith('/api/strategy') ? strategyId : userId
  if (name === 'streamKey') return 'tdp:kraken:BTCUSD:technical_indicators:m1'
  return (
    { timeframe: 'm1', pair: 'BTCUSD', templateId: 'pattern_based_trading', code: 'f'.repeat(32), decisionId: '1' }[
      name
    ] ?? 'x'
  )
}
const addressOf = (url: string, injected: Readonly<Record<string, string>> = {}): string =>
  url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(injected[name] ?? pathValue(url, name)))

const BODIES: Readonly<Record<string, object>> = {
  'POST /api/identity/auth/login': { ...ADMIN },
  'POST /api/identity/auth/register': { invitation_code: 'f'.repeat(32), email: 'a@b.test', password: ADMIN.password },
  'POST /api/identity/auth/ws-ticket': { path: '/ws/tdp' },
  'POST /api/identity/auth/password': { current_password: 'Wrong-horse-7', new_password: 'Other-horse-7' },
  'POST /api/identity/admin/invitations': { email: 'guest@pairbot.test', role: 'Trader' },
  'PATCH /api/identity/admin/users/:id/role': { role: 'Trader' },
  'DELETE /api/identity/admin/users/:id': { reason: 'left' },
  'POST /api/identity/admin/fault-injection': { kind: 'cut-socket', path: '/ws/tdp' },
  'POST /api/tdp/api/models/rollback': { change_id: 'x' },
  'POST /api/strategy/api/ensemble/strategies/from-template/:templateId': { name: 'Mine', symbol: 'BTCUSD' },
  'POST /api/strategy/api/ensemble/strategies/custom': strategyBody(),
  'PATCH /api/strategy/api/ensemble/strategies/:id/status': { status: 'paused' },
  'POST /api/strategy/api/ensemble/strategies/backtest': { name: 'Mine' },
}

type Path = readonly (string | number)[]
/** Where texts stand in a body. */
const textsIn = (value: unknown, at: Path = []): Path[] => {
  if (typeof value === 'string') return [at]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...at, key]))
}
function replaced(value: unknown, [first, ...rest]: Path, text: string): unknown {
  if (first === undefined) return text
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
  copy[first] = replaced(copy[first], rest, text)
  return copy
}

/** Every parameter of every route, each with what a text in it is sent as. */
function placesOf({ method, url, query }: Route): ((text: string) => Ask)[] {
  const body = BODIES[`${method} ${url}`]
  const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => (text: string): Ask => ({
    method,
    url: addressOf(url, { [name]: text }),
    payload: body,
  }))
  const inQuery = query.map((name) => (text: string): Ask => ({
    method,
    url: `${addressOf(url)}?${name}=${encodeURIComponent(text)}`,
    payload: body,
  }))
  // Each under an id of its own, so that none is refused for being there.
  const fresh = () => (body && 'signal_sources' in body ? { ...body, id: `strategy-${asked}` } : body)
  const inBody = textsIn(body).map((at) => (text: string): Ask => ({
    method,
    url: addressOf(url),
    payload: replaced(fresh(), at, text) as object,
  }))
  const asEmail = textsIn(body)
    .filter((at) => at.at(-1) === 'email')
    .map((at) => (text: string): Ask => ({
      method,
      url: addressOf(url),
      payload: replaced(body, at, `${text.replace(/[\s@]+/g, '/**/')}@pairbot.test`) as object,
    }))
  return [...inPath, ...inQuery, ...inBody, ...asEmail]
}
/** What a header can hold of it. */
const header = (text: string) => text.replace(/[^\x20-\x7e]/g, '')
const IN_HEADERS: readonly ((text: string) => Ask)[] = [
  (text) => ({
    method: 'POST',
    url: '/api/identity/auth/login',
    payload: ADMIN,
    headers: { 'user-agent': header(text) },
  }),
  (text) => ({ method: 'POST', url: '/api/identity/auth/refresh', headers: { cookie: `rt=${header(text)}` } }),
  (text) => ({
    method: 'POST',
    url: '/api/strategy/api/ensemble/strategies/custom',
    payload: strategyBody({ id: `keyed-${asked}` }),
    headers: { [IDEMPOTENCY_HEADER]: header(text) },
  }),
  (text) => ({ method: 'GET', url: '/api/identity/auth/me', headers: { authorization: `Bearer ${header(text)}` } }),
]

const UNTOUCHED: readonly PgTable[] = [
  identitySchema.users,
  identitySchema.refreshTokens,
  modelSchema.models,
  modelSchema.modelSwitches,
]
const countOf = async (table: PgTable) => {
  const [row] = await database.db.select({ n: sql<number>`count(*)::int` }).from(table)
  return row?.n ?? NaN
}
const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      [...UNTOUCHED, strategies, invitations].map(async (table) => [getTableName(table), await countOf(table)]),
    ),
  ) as Record<string, number>

describe('SQL injection texts', () => {
  it(
    '[HT-25] AB-25 in any parameter cause no failure, change nothing, and reach statements only as values',
    async () => {
      const before = await counts()
      const [person] = await database.db.select().from(identitySchema.users)
      const compiled = vi.spyOn(PgDialect.prototype, 'sqlToQuery')
      const places = [...routes.filter(({ method }) => method !== 'HEAD').flatMap(placesOf), ...IN_HEADERS]
      const failed: unknown[] = []
      const made = { strategies: 0, invitations: 0, refresh_tokens: 0 }
      let turn = 0
      for (const place of places) {
        for (let n = 0; n < EACH; n += 1) {
          const request = place(INJECTIONS[turn++ % INJECTIONS.length] ?? '')
          const { status } = await ask(request)
          if (status >= 500) failed.push([status, request])
          if (status >= 300) continue
          if (/strategies\/(custom|from-template)/.test(request.url)) made.strategies += 1
          if (request.method === 'POST' && request.url.endsWith('/admin/invitations')) made.invitations += 1
          if (request.url.endsWith('/auth/login')) made.refresh_tokens += 1
        }
      }
      const said = compiled.mock.results.flatMap(({ type, value }) => (type === 'return' ? [value] : []))
      const statements = new Set(said.map((query) => query.sql))
      const values = new Set(said.flatMap(({ params }) => params))
      vi.restoreAllMocks()

      expect(failed).toEqual([])
      const after = await counts()
      for (const [table, more] of Object.entries(made)) after[table] = (after[table] ?? 0) - more
      expect(after).toEqual(before)
      expect(await database.db.select().from(identitySchema.users)).toEqual([
        { ...person, lastLoginAt: expect.any(Date) },
      ])
      const parts = INJECTIONS.filter((text) => text.length > 5).map((text) => text.toLowerCase())
      const holding = (all: Iterable<unknown>, part: string) =>
        [...all].filter((text) => typeof text === 'string' && text.toLowerCase().includes(part))
      expect(parts.flatMap((part) => holding(statements, part))).toEqual([])
      // They do get as far as the database.
      expect(parts.filter((part) => holding(values, part).length > 0).length).toBeGreaterThan(parts.length / 2)
    },
    12_000 * EACH,
  )
})
