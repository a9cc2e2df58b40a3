import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type * as z from 'zod/mini'
import { API_SCOPES, createdApiTokenSchema } from '#contract/api-tokens.ts'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import { changedBacktestSchema, dataSetsResponseSchema } from '#contract/backtests/jobs.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import * as BACKTESTS from '#contract/endpoints/backtests.ts'
import * as INDICATORS from '#contract/endpoints/indicators.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import * as MODELS from '#contract/endpoints/models.ts'
import * as PAPER from '#contract/endpoints/paper.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { modelHistoryResponseSchema } from '#contract/models/model.ts'
import { uploadResponseSchema } from '#contract/models/upload.ts'
import { changedPaperSchema, paperResponseSchema } from '#contract/paper/account.ts'
import type { OrderLeg } from '#contract/paper/orders.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { indicatorKey } from '#contract/payloads/streams.ts'
import { createdStrategySchema } from '#contract/strategies/responses.ts'
import { DECLARED } from '#server/http/areas.ts'
import { makeCandleFolder, waveCandles, type CandleFolder } from '#test/support/data/candle-files.ts'
import { modelForm } from '#test/support/data/model-form.ts'
import { startComposition } from '#test/support/server/composition.ts'
import { ADMIN } from '#test/support/server/identity.ts'

/** Days of candles, of which the last are replayed. */
const MINUTES = 30_000
const START_S = Date.parse('2026-01-05T00:00:00Z') / 1_000
const DAY_MS = 86_400_000

const { identity, strategy, tdp } = DEFAULT_BASES

let folder: CandleFolder
let running: Awaited<ReturnType<typeof startComposition>>
let token: string
beforeAll(async () => {
  folder = await makeCandleFolder()
  running = await startComposition({
    env: {
      PAIRBOT_MARKET: 'replay',
      PAIRBOT_REPLAY: await folder.write('BTCUSD-1m.csv.gz', waveCandles(MINUTES, START_S, 60_000)),
      PAIRBOT_REPLAY_SPEED: '600',
    },
  })
  const { data: session } = successOf(sessionGrantSchema).parse(
    (await ask('POST', identity + AUTH.login.path, ADMIN)).body,
  )
  const wanted = { name: 'Examples', scopes: API_SCOPES, days: 1 }
  const created = await ask('POST', identity + ACCOUNT.createApiToken.path, wanted, session.access_token)
  token = successOf(createdApiTokenSchema).parse(created.body).data.secret
}, 120_000)
afterAll(async () => {
  await running.stop()
  await folder.remove()
})

interface Answer {
  readonly status: number
  readonly body: unknown
}
async function ask(method: string, path: string, body?: unknown, as = token): Promise<Answer> {
  const response = await fetch(`${running.address}${path}`, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${as}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const made = <T>(answer: Answer, schema: z.ZodMiniType<T>): T => {
  const read = schema.safeParse(answer.body)
  return read.success ? read.data : expect.fail(`${answer.status} ${JSON.stringify(answer.body)}`)
}

// What endpoints need before.

const aStrategy = async () =>
  made(await ask('POST', strategy + STRATEGIES.custom.path, STRATEGIES.custom.example), createdStrategySchema)
    .strategy_id
async function aStoppedStrategy(): Promise<string> {
  const id = await aStrategy()
  await ask('PATCH', strategy + STRATEGIES.status.path.replace(':id', id), { status: 'stopped' })
  return id
}
const anAccount = () => ask('POST', strategy + PAPER.start.path, PAPER.start.example)
async function anAllocation(): Promise<string> {
  await anAccount()
  const byHand = { ...PAPER.allocate.example, strategy_id: null }
  return made(await ask('POST', strategy + PAPER.allocate.path, byHand), changedPaperSchema).id
}
/** By hand, once there is a price. */
async function anOrder(allocation: string, leg: OrderLeg): Promise<string> {
  let id = ''
  await vi.waitFor(async () => {
    const body = { ...PAPER.placeOrder.example, side: 'BUY', quantity: 0.01, legs: [leg] }
    const path = strategy + PAPER.placeOrder.path.replace(':id', allocation)
    ;({ id } = made(await ask('POST', path, body), changedPaperSchema))
  }, 20_000)
  return id
}
async function aPosition(): Promise<string> {
  const id = await anAllocation()
  await anOrder(id, { type: 'market' })
  await vi.waitFor(async () => {
    const { account } = made(await ask('GET', strategy + PAPER.account.path), paperResponseSchema)
    expect(account?.allocations.find((each) => each.id === id)?.position).not.toBeNull()
  }, 20_000)
  return id
}
/** The example on a day of the candles that this server has. */
async function aBacktestRequest() {
  const { example } = BACKTESTS.start
  const { data_sets: sets } = made(await ask('GET', strategy + BACKTESTS.data.path), dataSetsResponseSchema)
  const { id, from } = sets[0] ?? expect.fail('no data set')
  return { ...example, settings: { ...example.settings, data_set: id, from, to: from + DAY_MS } }
}
/** Once fewer are waiting than may. */
const aBacktest = () =>
  vi.waitFor(
    async () =>
      made(await ask('POST', strategy + BACKTESTS.start.path, await aBacktestRequest()), changedBacktestSchema)
        .backtest_id,
    30_000,
  )
let models = 0
const aModel = async () =>
  made(await ask('POST', tdp + MODELS.upload.path, modelForm(`m${(models += 1)}`)), uploadResponseSchema).data.id
async function anActiveModel(): Promise<string> {
  const id = await aModel()
  await ask('POST', tdp + MODELS.activate.path.replace(':id', id))
  return id
}

/** What is put into a path and query, and the body where the example names what only another server has. */
interface Given {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
}
const ofId = (create: () => Promise<string>) => async (): Promise<Given> => ({ params: { id: await create() } })
const PREPARED: ReadonlyMap<Endpoint, () => Promise<Given>> = new Map<Endpoint, () => Promise<Given>>([
  [INDICATORS.series, async () => ({ query: `since=${START_S}&before=${START_S + 3_600}` })],
  [STRATEGIES.archive, ofId(aStoppedStrategy)],
  [STRATEGIES.fromTemplate, async () => ({ params: { templateId: 'conservative_trend_following' } })],
  [STRATEGIES.version, async () => ({ params: { id: await aStrategy(), versionNumber: '1' } })],
  [STRATEGIES.why, async () => ({ params: { id: await aStrategy(), decisionId: 'BTCUSD-1' } })],
  [BACKTESTS.start, async () => ({ body: await aBacktestRequest() })],
  [PAPER.allocate, async () => ({ body: { ...PAPER.allocate.example, strategy_id: await aStrategy() } })],
  [PAPER.end, ofId(anAllocation)],
  [PAPER.placeOrder, ofId(aPosition)],
  [PAPER.close, ofId(aPosition)],
  [PAPER.protect, async () => ({ params: { id: await aPosition() }, body: { stop: 1_000, target: null } })],
  [
    PAPER.cancelOrder,
    async () => {
      const allocation = await anAllocation()
      return { params: { id: await anOrder(allocation, { type: 'limit', price: 1 }) } }
    },
  ],
  [MODELS.upload, async () => ({ body: modelForm(`m${(models += 1)}`) })],
  [
    MODELS.rollBack,
    async () => {
      await anActiveModel()
      const { data } = made(await ask('GET', tdp + MODELS.history.path), modelHistoryResponseSchema)
      return { body: { change_id: data[0]?.id } }
    },
  ],
])
/** Where they are not prepared for: by the service and the name of a parameter. */
const PARAMS: Readonly<Record<string, () => Promise<string>>> = {
  '/api/strategy/api/ensemble/strategies id': aStrategy,
  '/api/strategy/api/ensemble/backtests id': aBacktest,
  '/api/tdp/api/models id': anActiveModel,
}
const VALUES: Readonly<Record<string, string>> = {
  pair: 'BTCUSD',
  timeframe: '5m',
  streamKey: indicatorKey('BTCUSD', 'M5'),
}
/** What an example can meet before it succeeds: a failure that is documented too. */
const MAY_FAIL: ReadonlyMap<Endpoint, number> = new Map<Endpoint, number>([
  // A decision that was never made.
  [STRATEGIES.why, 404],
  // A backtest this short may be done before it is paused.
  [BACKTESTS.pause, 409],
  [BACKTESTS.resume, 409],
  [BACKTESTS.cancel, 409],
  // Nothing has stopped.
  [PAPER.resume, 409],
])

async function paramOf(route: string, name: string): Promise<string> {
  const value = VALUES[name]
  if (value !== undefined) return value
  const found = Object.entries(PARAMS).find(
    ([key]) => route.includes(key.split(' ')[0] ?? '') && key.endsWith(` ${name}`),
  )
  return found ? found[1]() : expect.fail(`nothing makes the ${name} of ${route}`)
}

it.each(Object.entries(DECLARED).filter(([, { scope }]) => scope !== undefined && scope !== 'any'))(
  '[HT-74] %s answers its example as documented, to an API token',
  { timeout: 60_000 },
  async (route, endpoint) => {
    const [method = '', path = ''] = route.split(' ')
    const given = (await PREPARED.get(endpoint)?.()) ?? {}
    const params = new Map(Object.entries(given.params ?? {}))
    let url = path
    for (const [, name = ''] of path.matchAll(/:(\w+)/g))
      url = url.replace(`:${name}`, encodeURIComponent(params.get(name) ?? (await paramOf(path, name))))
    if (given.query !== undefined) url += `?${given.query}`
    const answer = await ask(method, url, given.body ?? endpoint.example)
    const success = endpoint.status ?? (endpoint.response || endpoint.returns ? 200 : 204)
    if (answer.status === MAY_FAIL.get(endpoint))
      expect(answer.body).toMatchObject({ success: false, error: expect.any(String) })
    else {
      expect([answer.status, answer.status === success ? '' : answer.body]).toEqual([success, ''])
      expect(endpoint.response?.safeParse(answer.body).error).toBeUndefined()
    }
  },
)
