import { Subject } from 'rxjs'
import { describe, expect, it, vi } from 'vitest'
import { mlSignalsKey } from '#contract/payloads/streams.ts'
import { activeModelsResponseSchema, signalsResponseSchema } from '#contract/payloads/responses.ts'
import { signalListSchema } from '#contract/payloads/signals.ts'
import type { Candle } from '#contract/candles.ts'
import { uploadResponseSchema } from '#contract/models/upload.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { unwrap } from '#contract/streams.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { createModelFeed } from '#server/live/model-market.ts'
import { createAnalyticsFeed } from '#server/streams/analytics-feed.ts'
import { marketDataRoutes } from '#server/streams/market-data/routes.ts'
import type { StreamUpdate } from '#server/strategies/ports.ts'
import { extractSignals } from '#server/strategies/signal-extractors/extract.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import { createPublisher, type MarketEvent } from '#server/streams/publisher.ts'
import { candleOf, readTable, walk } from '#test/support/data/analysis.ts'
import { bearer, testApp } from '#test/support/server/app.ts'
import { startTestModels, uploadParts } from '#test/support/server/models.ts'
import { linearModel } from '#test/support/data/onnx-models.ts'
import { referenceData } from '#test/support/data/reference.ts'

const RECORDED = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')
const PAST = 300
const STRETCH = 120

/** Plays minutes through analysis, stream log and models, as the server does. */
async function replay(minutes: readonly Candle[]) {
  const log = createMemoryLog({ epoch: 'e1' })
  const news$ = new Subject<MarketEvent>()
  const publisher = createPublisher({
    log,
    feed: createAnalyticsFeed(log),
    events$: news$,
    market: 'replay',
    pairs: ['BTCUSD'],
    closedCandles: (_, timeframe) => (timeframe === 'M1' ? minutes.slice(0, PAST) : []),
    now: () => 1_000,
    report: (error) => {
      throw error
    },
  })
  const feed = createModelFeed(log, 'replay', ['BTCUSD'])
  const moments: StreamUpdate[] = []
  feed.updates$.subscribe((moment) => moments.push(moment))
  const harness = await startTestModels({ kind: 'replay', market: feed.market })
  const answer = await harness.upload('tom', uploadParts(linearModel(), 'fast.onnx'))
  const { id } = uploadResponseSchema.parse(answer.body).data
  await harness.call('tom', 'POST', `/api/models/${id}/activate`)
  await publisher.start()
  const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)
  for (const candle of minutes.slice(0, PAST)) builder.ingest(candle, true)
  for (const candle of minutes.slice(PAST, PAST + STRETCH)) {
    const taken = builder.ingest(candle, true)
    const at = (candle.timestamp + 60) * 1000
    news$.next({
      kind: 'closed',
      pair: 'BTCUSD',
      candle,
      exchangeTime: at,
      receivedAt: at,
      rollups: 'rollups' in taken ? taken.rollups : [],
    })
    await new Promise((done) => setImmediate(done))
    await harness.models.settled()
  }
  const app = await testApp()
  await app.register(
    marketDataRoutes({
      log,
      market: 'replay',
      activeModels: () => harness.models.active(),
      closedCandles: () => [],
    }),
    { prefix: DEFAULT_BASES.tdp },
  )
  const read = async (path: string): Promise<unknown> =>
    (await app.inject({ url: `${DEFAULT_BASES.tdp}/api/signals${path}`, headers: bearer('Viewer') })).json()
  return { log, id, read, harness, moments }
}

/** Signals of a model for every minute of a stretch: in the log, and at every endpoint of signals. */
async function expectSignals(minutes: readonly Candle[]): Promise<void> {
  const { log, id, read, harness, moments } = await replay(minutes)
  // The last minute may still be on its way from the scoring thread.
  const entries = await vi.waitFor(async () => {
    const found = await log.recent(mlSignalsKey('BTCUSD'), 1_000)
    expect(found).toHaveLength(minutes.length - PAST + 1)
    return found
  })
  const lists = entries.map(({ data }) => signalListSchema.parse(unwrap(data)))

  // The minute that the past ended with, and every one that was played.
  expect(lists.map(({ timestamp }) => timestamp)).toEqual(
    minutes
      .slice(PAST - 1)
      .map(({ timestamp }) => timestamp + 60)
      .toReversed(),
  )
  // As strategies take them: a moment of its own for each entry, read as calls of models.
  expect(moments.toReversed()).toEqual(
    entries.map(({ id: messageId }, index) => ({
      pair: 'BTCUSD',
      at: (lists[index]?.timestamp ?? 0) * 1000,
      kind: 'closed',
      entries: [{ key: mlSignalsKey('BTCUSD'), messageId, data: lists[index] }],
    })),
  )
  const { signals: readings, unreadable } = extractSignals(
    moments.at(-1) ?? { pair: 'BTCUSD', at: 0, kind: 'closed', entries: [] },
  )
  const [said] = readings.values()
  expect(unreadable).toEqual([])
  expect(said?.byTimeframe.m1?.confidence).toBe(lists[0]?.signals[0]?.confidence)
  const newest = lists[0]?.signals ?? []
  expect(newest).toMatchObject([{ source: 'fast', model_id: id, entry_price: minutes.at(-1)?.close }])
  expect(newest[0]?.latency_ms).toBeGreaterThan(0)
  expect(signalsResponseSchema.parse(await read('/ml/BTCUSD')).data.signals).toEqual(newest)
  expect(signalsResponseSchema.parse(await read('/ml/BTCUSD?timeframe=5m')).data.signals).toEqual([])
  expect(signalsResponseSchema.parse(await read('/comprehensive/BTCUSD')).data.signals).toEqual(newest)
  expect(activeModelsResponseSchema.parse(await read('/models/active')).data).toEqual([
    { id, name: 'fast', trading_pair: 'BTCUSD', timeframe: 'M1', is_scored: true },
  ])

  await harness.call('tom', 'POST', `/api/models/${id}/deactivate`)
  expect(await read('/ml/BTCUSD')).toMatchObject({
    data: { signals: [] },
    reason: 'No model publishes signals for BTC/USD.',
  })
  expect(await read('/models/active')).toMatchObject({ data: [], reason: 'No model is active.' })
}

describe('a replayed range', { timeout: 60_000 }, () => {
  const title = '[ML-56] a model scores it, and its signals are in the log and at the endpoints'

  it(`${title}: a walk`, () => expectSignals(walk({ count: PAST + STRETCH, seed: 11, start: 1_560_038_400 })))

  it.skipIf(!RECORDED)(`${title}: June 2019`, () => {
    const rows = readTable(RECORDED ?? '').slice(0, PAST + STRETCH)
    return expectSignals(rows.map(candleOf))
  })
})
