import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  backtestResponseSchema,
  backtestsResponseSchema,
  changedBacktestSchema,
  type BacktestJob,
} from '#contract/backtests/jobs.ts'
import type { BacktestRequest } from '#contract/backtests/request.ts'
import type { BacktestResult } from '#contract/backtests/result.ts'
import { BACKTEST } from '#contract/limits.ts'
import * as BACKTESTS from '#contract/endpoints/backtests.ts'
import { createBacktests } from '#server/backtests/plugin.ts'
import type { BacktestTask, WorkerMessage } from '#server/backtests/worker/protocol.ts'
import { backtests } from '#server/database/schema/backtests.ts'
import { CONTRIBUTIONS, report } from '#test/support/data/backtest-report.ts'
import { walk } from '#test/support/data/analysis.ts'
import { fakeThreads } from '#test/support/server/job-threads.ts'
import { settingsOf } from '#test/support/server/backtests.ts'
import { startTestStrategyService, type TestStrategyService } from '#test/support/server/strategy-service.ts'
import { strategyBody } from '#test/support/server/strategies.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2019, 5, 1)
const MINUTES = walk({ count: 2_880, seed: 1, start: START / 1000 })
const SPAN = { from: START, to: START + DAY_MS }
const DATA_SET = 'market:replay:BTCUSD'

const RESULT: BacktestResult = {
  summary: { return_pct: 4, max_drawdown_pct: 2, trades: 1 },
  minutes: 1_440,
  missing_minutes: 0,
  decisions: { BUY: 1, SELL: 1, HOLD: 1_438 },
  final_equity: 10_400,
  fees: 1,
  slippage: 1,
  buy_and_hold_equity: 10_100,
  trades: [],
  equity: [],
  notes: [],
  report: report(),
  contributions: CONTRIBUTIONS,
}
const DONE = {
  kind: 'done',
  result: { summary: RESULT.summary, result: gzipSync(JSON.stringify(RESULT)) },
} as const

const newThreads = () => fakeThreads<BacktestTask, WorkerMessage>()
let threads = newThreads()
let areCandlesThere = true
let isOwn = true
let harness: TestStrategyService
beforeAll(async () => {
  harness = await startTestStrategyService({
    beside: ({ database, strategies, now, report }) =>
      createBacktests({
        database,
        market: {
          kind: 'replay',
          label: 'Replay · test',
          coverage: async () => ({ from: START, to: START + 2 * DAY_MS, minutes: 2_880 }),
          load: async function* () {
            if (areCandlesThere) yield MINUTES
          },
        },
        pairs: async () => ['BTCUSD'],
        library: { sets: async () => [], files: () => [], bytes: async () => 0 },
        readingsFolder: '/nonexistent/readings',
        resolveSubject: strategies.resolveSubject,
        startThread: (task) => threads.start(task),
        runsHere: async () => isOwn,
        now,
        report,
      }),
  })
})
afterAll(() => harness.close())
beforeEach(async () => {
  areCandlesThere = true
  isOwn = true
  await harness.reset()
  threads = newThreads()
})

const requestOf = (part: Partial<BacktestRequest> = {}): BacktestRequest => ({
  name: 'A day',
  subject: { kind: 'draft', definition: strategyBody() },
  settings: settingsOf(SPAN),
  ...part,
})
const post = (request: object = requestOf(), as = 'trader') => harness.call(as, 'POST', BACKTESTS.start.path, request)
const pathOf = (id: string) => BACKTESTS.one.path.replace(':id', id)
async function started(request?: BacktestRequest, as?: string): Promise<string> {
  harness.clock.now += 1
  const { status, body } = await post(request, as)
  expect([status, body]).toEqual([200, { success: true, backtest_id: expect.any(String) }])
  return z.parse(changedBacktestSchema, body).backtest_id
}
const read = async (id: string, as = 'trader') => {
  const { body } = await harness.call(as, 'GET', pathOf(id))
  return z.parse(backtestResponseSchema, body)
}
const list = async (): Promise<readonly BacktestJob[]> =>
  z.parse(backtestsResponseSchema, (await harness.call('trader', 'GET', BACKTESTS.list.path)).body).backtests
const act = (action: 'pause' | 'resume' | 'cancel', id: string) =>
  harness.call('trader', 'POST', `${pathOf(id)}/${action}`)
const running = (count: number) => vi.waitFor(() => expect(threads.started).toHaveLength(count))
const statusOf = (id: string, status: BacktestJob['status']) =>
  vi.waitFor(async () => expect((await read(id)).backtest.status).toBe(status))

describe('starting a backtest', () => {
  it('[BT-30] of a draft, a strategy and a template', async () => {
    const strategyId = await harness.created({ name: 'Stored' })
    const subjects: BacktestRequest['subject'][] = [
      { kind: 'draft', definition: strategyBody({ name: 'Drafted' }) },
      { kind: 'strategy', strategy_id: strategyId },
      { kind: 'template', template_id: 'aggressive_scalping' },
    ]
    for (const subject of subjects) await started(requestOf({ subject }))

    expect((await list()).map(({ subject }) => subject)).toEqual([
      { kind: 'template', name: 'Aggressive Scalping', template_id: 'aggressive_scalping' },
      { kind: 'strategy', name: 'Stored', strategy_id: strategyId, version_number: 1 },
      { kind: 'draft', name: 'Drafted' },
    ])
  })

  it('[BT-30] is refused outside of a data set, and on a pair that the strategy does not trade', async () => {
    const refusals = await Promise.all(
      [
        requestOf({ settings: settingsOf({ ...SPAN, data_set: 'market:replay:ETHUSD' }) }),
        requestOf({ settings: settingsOf({ from: START - 60_000, to: SPAN.to }) }),
        requestOf({ settings: settingsOf({ from: START, to: START + 3 * DAY_MS }) }),
        requestOf({ settings: settingsOf({ from: START, to: START + 3_600_000 }) }),
        requestOf({ subject: { kind: 'draft', definition: strategyBody({ symbols: ['ETHUSD'] }) } }),
        requestOf({ subject: { kind: 'template', template_id: 'none' } }),
        requestOf({ subject: { kind: 'strategy', strategy_id: 'none' } }),
        { ...requestOf(), name: ' ' },
      ].map(async (request) => {
        const { status, body } = await post(request)
        return [status, body]
      }),
    )
    expect(refusals).toEqual([
      [400, { detail: 'settings.data_set: is not a data set of this pair' }],
      [400, { detail: expect.stringMatching(/^settings\.from: the data set begins at \d{4}-.*Z$/) }],
      [400, { detail: expect.stringMatching(/^settings\.to: the data set ends at \d{4}-.*Z$/) }],
      [400, { detail: 'settings.to: must be 1 to 3660 days after the start' }],
      [400, { detail: 'settings.pair: the strategy does not trade BTC/USD' }],
      [404, { detail: 'Template not found' }],
      [404, { detail: 'Strategy not found' }],
      [400, { detail: 'name: must not be blank' }],
    ])
    expect(await list()).toEqual([])
  })

  it('[BT-35] needs a Trader, who sees only their own', async () => {
    const id = await started()
    expect((await post(requestOf(), 'viewer')).status).toBe(403)
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
      expect(await harness.call('other', method, pathOf(id), body)).toEqual({
        status: 404,
        body: { detail: 'Backtest not found' },
      })
    }
    expect((await harness.call('other', 'POST', `${pathOf(id)}/cancel`)).status).toBe(404)
    expect((await harness.call('other', 'GET', BACKTESTS.list.path)).body).toEqual({ backtests: [] })
    expect((await harness.call('viewer', 'GET', BACKTESTS.list.path)).body).toEqual({ backtests: [] })
    expect((await harness.call('trader', 'GET', pathOf('none'))).status).toBe(404)
  })

  it('lists what can be tested on', async () => {
    expect((await harness.call('viewer', 'GET', BACKTESTS.data.path)).body).toEqual({
      data_sets: [
        { id: DATA_SET, pair: 'BTCUSD', label: 'Replay · test', from: START, to: START + 2 * DAY_MS, minutes: 2_880 },
      ],
    })
  })
})

describe('running', () => {
  it('[BT-31] one after the other, with its progress', async () => {
    const [first, second] = [await started(), await started()]
    await running(1)
    expect(threads.started[0]?.task).toMatchObject({ settings: settingsOf(SPAN), candles: { kind: 'columns' } })
    threads.started[0]?.send({ kind: 'progress', progress: { phase: 'readings', done: 0.25 } })
    expect((await read(first)).backtest).toMatchObject({
      status: 'running',
      progress: { phase: 'readings', done: 0.25 },
    })
    expect((await read(second)).backtest).toMatchObject({ status: 'queued', progress: null })
    threads.started[0]?.send(DONE)
    await running(2)

    expect(await read(first)).toMatchObject({
      backtest: { status: 'done', summary: RESULT.summary, progress: null, finished_at: harness.clock.now },
      result: RESULT,
    })
  })

  it('[BT-31] at most five of a user wait or run', async () => {
    for (let n = 0; n < BACKTEST.maxOpenPerUser; n += 1) await started()
    expect(await post()).toEqual({
      status: 409,
      body: { detail: '5 of your backtests are waiting. Let one finish first.' },
    })
    await started(requestOf(), 'other')
  })

  it('[BT-33] a failure says its reason, and the next one runs', async () => {
    const ids = [await started(), await started(), await started()]
    await running(1)
    threads.started[0]?.send({ kind: 'failed', reason: 'There are no candles in this span.' })
    await running(2)
    threads.started[1]?.crash()
    await running(3)
    const found = await Promise.all(ids.map((id) => read(id)))

    expect(found.map(({ backtest: { status, reason }, result }) => [status, reason, result])).toEqual([
      ['failed', 'There are no candles in this span.', null],
      ['failed', 'The server ran out of memory for it, or its thread ended. Try a shorter span.', null],
      ['running', null, null],
    ])
  })

  it('[BT-32] a running one is cancelled at once, and leaves no result', async () => {
    const [first, second] = [await started(), await started()]
    await running(1)
    expect((await harness.call('trader', 'POST', `${pathOf(first)}/cancel`)).status).toBe(200)
    threads.started[0]?.send(DONE)
    await running(2)

    expect(threads.started[0]?.isTerminated()).toBe(true)
    expect(await read(first)).toMatchObject({ backtest: { status: 'cancelled', summary: null }, result: null })
    expect(await harness.call('trader', 'POST', `${pathOf(first)}/cancel`)).toEqual({
      status: 409,
      body: { detail: 'The backtest has ended.' },
    })
    await harness.call('trader', 'DELETE', pathOf(second))
    expect(threads.started[1]?.isTerminated()).toBe(true)
    expect((await list()).map(({ id }) => id)).toEqual([first])
  })

  it('[BT-32] a waiting one never starts', async () => {
    const [first, second, third] = [await started(), await started(), await started()]
    await running(1)
    await harness.call('trader', 'POST', `${pathOf(second)}/cancel`)
    threads.started[0]?.send(DONE)
    await running(2)
    threads.started[1]?.send(DONE)
    await statusOf(third, 'done')

    expect((await list()).map(({ id, status }) => [id, status])).toEqual([
      [third, 'done'],
      [second, 'cancelled'],
      [first, 'done'],
    ])
  })

  it('[BT-36] a paused one lets the next run, leaves no result, and runs again when it is resumed', async () => {
    const [first, second] = [await started(), await started()]
    await running(1)
    threads.started[0]?.send({ kind: 'progress', progress: { phase: 'readings', done: 0.25 } })
    expect((await act('pause', first)).status).toBe(200)
    threads.started[0]?.send(DONE)
    await running(2)
    expect(threads.started[0]?.isTerminated()).toBe(true)
    expect(await read(first)).toMatchObject({
      backtest: { status: 'paused', progress: { phase: 'readings', done: 0.25 }, finished_at: null, summary: null },
      result: null,
    })
    expect((await act('pause', first)).status).toBe(200)
    expect((await act('resume', first)).status).toBe(200)
    expect((await read(first)).backtest).toMatchObject({ status: 'queued', progress: null })
    threads.started[1]?.send(DONE)
    await statusOf(second, 'done')
    await running(3)
    threads.started[2]?.send(DONE)
    await statusOf(first, 'done')

    expect((await read(first)).result).toEqual(RESULT)
    expect(await act('resume', first)).toEqual({ status: 409, body: { detail: 'The backtest has ended.' } })
    expect((await harness.call('other', 'POST', `${pathOf(first)}/pause`)).status).toBe(404)
    expect((await harness.call('viewer', 'POST', `${pathOf(first)}/resume`)).status).toBe(403)
  })

  it('[BT-36] a waiting one that is paused stays so over a restart, and counts among the five', async () => {
    const ids = [await started(), await started(), await started(), await started(), await started()]
    await running(1)
    await act('pause', ids[0]!)
    await running(2)
    await act('pause', ids[2]!)
    expect((await post()).status).toBe(409)
    await harness.restart()
    await running(3)
    const found = await Promise.all(ids.map((id) => read(id)))
    expect(found.map(({ backtest: { status, progress } }) => [status, progress])).toEqual([
      ['paused', null],
      ['running', { phase: 'readings', done: 0 }],
      ['paused', null],
      ['queued', null],
      ['queued', null],
    ])
    await act('cancel', ids[0]!)
    expect((await read(ids[0]!)).backtest.status).toBe('cancelled')
  })

  it('[BT-33] one that the server did not finish runs again at the next start', async () => {
    const id = await started()
    await running(1)
    await harness.restart()
    await running(2)
    expect((await read(id)).backtest).toMatchObject({ status: 'running', reason: null })
    threads.started[1]?.send(DONE)
    await statusOf(id, 'done')
  })

  it('[BT-37] one of another leader waits, also over a start', async () => {
    isOwn = false
    const id = await started()
    await harness.restart()
    expect(threads.started).toHaveLength(0)
    expect((await read(id)).backtest.status).toBe('queued')
    isOwn = true
    await harness.restart()
    await running(1)
    threads.started[0]?.send(DONE)
    await statusOf(id, 'done')
  })

  it('[BT-33] says so if its candles are gone by then', async () => {
    const id = await started()
    await running(1)
    areCandlesThere = false
    await harness.restart()
    await statusOf(id, 'failed')

    expect((await read(id)).backtest.reason).toBe('Its candles are no longer there.')
  })
})

describe('stored backtests', () => {
  it('[BT-34] can be renamed and deleted', async () => {
    const id = await started()
    await harness.call('trader', 'PATCH', pathOf(id), { name: '  June ' })
    expect((await list()).map(({ name }) => name)).toEqual(['June'])
    await harness.call('trader', 'DELETE', pathOf(id))
    expect(await list()).toEqual([])
  })

  it('[BT-34] are the newest 200', async () => {
    const userId = harness.ids.get('trader') ?? ''
    await harness.database.db.insert(backtests).values(
      Array.from({ length: BACKTEST.maxPerUser + 5 }, (_, n) => ({
        userId,
        name: String(n),
        subject: { kind: 'draft', name: 'x' },
        definition: strategyBody(),
        settings: settingsOf(SPAN),
        status: 'cancelled' as const,
        createdAt: new Date(START + n),
      })),
    )
    const id = await started()
    await running(1)
    threads.started[0]?.send(DONE)
    await statusOf(id, 'done')
    const left = await vi.waitFor(async () => {
      const all = await list()
      expect(all).toHaveLength(BACKTEST.maxPerUser)
      return all
    })

    expect(left[0]?.id).toBe(id)
    expect(left.at(-1)?.name).toBe('6')
  })
})
