import type { FastifyInstance, InjectOptions } from 'fastify'
import { Subject } from 'rxjs'
import * as z from 'zod/mini'
import { API_SCOPES } from '#contract/api-tokens.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { Role } from '#contract/roles.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { createdStrategySchema } from '#contract/strategies/responses.ts'
import type { Database } from '#server/database/database.ts'
import { toUnavailable } from '#server/database/errors.ts'
import { users } from '#server/database/schema/identity.ts'
import type { AccessControl, AuthResult } from '#server/http/access.ts'
import { createApp, type Service } from '#server/http/app.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import type { StreamUpdate, StreamsPort } from '#server/strategies/ports.ts'
import { createStrategies, type Strategies } from '#server/strategies/strategies.ts'
import { emptyDatabase, testDatabase } from './database.ts'
import { UNLIMITED } from './identity.ts'
import { NOON, strategyBody } from './strategies.ts'

/** Where the strategies are. */
export const LIST = STRATEGIES.list.path

export interface TestResponse {
  readonly status: number
  readonly body: unknown
}

const failed = z.object({ success: z.literal(false), error: z.string(), detail: z.string() })

/** A body; of a failure without the form that all services share, which has the same text. */
function failureText(body: unknown): unknown {
  const { data } = z.safeParse(failed, body)
  if (data === undefined || data.error !== data.detail) return body
  const { success: _, error: __, ...own } = z.parse(z.looseObject({ success: z.unknown(), error: z.unknown() }), body)
  return own
}

export interface TestStrategyService {
  readonly app: FastifyInstance
  readonly database: Database
  readonly strategies: Strategies
  readonly clock: { now: number; market: number }
  /** Errors reported by the service. */
  readonly reports: unknown[]
  /** A user's id by the name that is also the token. */
  readonly ids: ReadonlyMap<string, string>
  call(
    as: string,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    headers?: InjectOptions['headers'],
  ): Promise<TestResponse>
  /** Creates a strategy a millisecond later, by default for the trader; returns its id. */
  created(given?: Partial<CustomStrategy>, as?: string): Promise<string>
  /** Advances the market to an update and publishes it. */
  publish(update: StreamUpdate): void
  /** Publishes an update and waits until its decisions are written. */
  pass(update: StreamUpdate): Promise<void>
  /** Restarts the service on the same database. */
  restart(): Promise<void>
  /** As it was at the beginning: nothing but the people, the market at noon. */
  reset(): Promise<void>
  close(): Promise<void>
}

const TEST_USERS: readonly (readonly [string, Role])[] = [
  ['trader', 'Trader'],
  ['other', 'Trader'],
  ['viewer', 'Viewer'],
  ['admin', 'Admin'],
]

/** A service beside the strategies, on the same application and database. */
interface BesideStrategies {
  readonly routes: Service
  start?(): void
  stop?(): Promise<void>
}

export interface BesideDeps {
  readonly database: Database
  readonly strategies: Strategies
  readonly streams: StreamsPort
  readonly now: () => number
  readonly report: (error: unknown) => void
}

interface ServiceOptions {
  readonly streams?: Partial<StreamsPort>
  readonly beside?: (deps: BesideDeps) => BesideStrategies
}

async function addUsers(database: Database): Promise<Map<string, string>> {
  const rows = await database.db
    .insert(users)
    .values(
      TEST_USERS.map(([name, role]) => ({
        email: `${name}@pairbot.test`,
        username: name,
        role,
        passwordHash: 'none',
        createdAt: new Date(NOON),
      })),
    )
    .returning({ id: users.id, username: users.username })
  return new Map(rows.map(({ id, username }) => [username, id]))
}

/** The strategy service on an application and a database of its own, with streams and clocks in the test's hand. */
export async function startTestStrategyService({
  streams = {},
  beside,
}: ServiceOptions = {}): Promise<TestStrategyService> {
  const database = await testDatabase()
  await emptyDatabase(database)
  let ids = await addUsers(database)
  const clock = { now: NOON, market: NOON }
  const reports: unknown[] = []
  let updates = new Subject<StreamUpdate>()
  let creations = 0

  /** A name is the session of that user, `name+paper:read` their API token with that scope. */
  const accessOf = (token: string | undefined): AuthResult => {
    const [name = '', ...names] = token?.split('+') ?? []
    const scopes = API_SCOPES.filter((scope) => names.includes(scope))
    const userId = ids.get(name)
    const role = TEST_USERS.find(([user]) => user === name)?.[1]
    if (!userId || !role) return { ok: false, refusal: token === undefined ? 'missing' : 'invalid' }
    const principal = { userId, sessionId: 's', email: `${name}@pairbot.test`, role }
    return { ok: true, principal: scopes.length === 0 ? principal : { ...principal, scopes } }
  }
  const access: AccessControl = {
    verify: async (token) => accessOf(token),
    verifySocket: async (token) => accessOf(token),
  }

  async function open(): Promise<{
    app: FastifyInstance
    strategies: Strategies
    other: BesideStrategies | undefined
  }> {
    updates = new Subject()
    const ports: StreamsPort = {
      market: 'replay',
      pairs: ['BTCUSD'],
      updates$: updates,
      now: () => clock.market,
      prices: () => [],
      recompute: async function* () {},
      ...streams,
    }
    const strategies = createStrategies({
      database,
      streams: ports,
      audit: async (tx, act) => void (await writeAudit(tx, act)),
      now: () => clock.now,
      stopwatch: () => clock.now,
      report: (error) => reports.push(error),
    })
    const app = await createApp({ access, toKnownFailure: toUnavailable, rates: UNLIMITED })
    await app.register(strategies.routes, { prefix: DEFAULT_BASES.strategy })
    const report = (error: unknown) => void reports.push(error)
    const other = beside?.({ database, strategies, streams: ports, now: () => clock.now, report })
    if (other) await app.register(other.routes, { prefix: DEFAULT_BASES.strategy })
    await app.ready()
    await strategies.start()
    // An external database does not hold up a start.
    await strategies.evaluator.settled()
    other?.start?.()
    return { app, strategies, other }
  }

  let running = await open()
  async function stop(): Promise<void> {
    await running.other?.stop?.()
    await running.strategies.stop()
    await running.app.close()
  }
  async function restart(): Promise<void> {
    await stop()
    running = await open()
  }
  function publish(update: StreamUpdate): void {
    clock.market = Math.max(clock.market, update.at)
    updates.next(update)
  }
  const call: TestStrategyService['call'] = async (as, method, path, payload, headers = {}) => {
    const response = await running.app.inject({
      method,
      url: `${DEFAULT_BASES.strategy}${path}`,
      headers: { ...(as !== '' && { authorization: `Bearer ${as}` }), ...headers },
      ...(payload && { payload }),
    })
    return { status: response.statusCode, body: failureText(response.json()) }
  }
  return {
    get app() {
      return running.app
    },
    get strategies() {
      return running.strategies
    },
    get ids() {
      return ids
    },
    database,
    clock,
    reports,
    call,
    async created(given = {}, as = 'trader') {
      creations += 1
      clock.now += 1
      const body = strategyBody({ id: `custom_${creations}`, ...given })
      return z.parse(createdStrategySchema, (await call(as, 'POST', `${LIST}/custom`, body)).body).strategy_id
    },
    publish,
    async pass(update) {
      publish(update)
      await running.strategies.evaluator.settled()
    },
    restart,
    async reset() {
      await stop()
      await emptyDatabase(database)
      ids = await addUsers(database)
      clock.market = NOON
      reports.length = 0
      running = await open()
    },
    async close() {
      await stop()
      await database.close()
    },
  }
}
