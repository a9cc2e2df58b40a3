import type { Logger } from 'pino'
import { asyncScheduler, EMPTY, map, merge, Observable, type Subscription } from 'rxjs'
import { SIGNAL_CATEGORY } from '#contract/payloads/streams.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { PricePoint } from '#contract/strategies/decisions.ts'
import { pairOfKey, parseStreamKey } from '#contract/stream-keys.ts'
import { unwrap } from '#contract/streams.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { MarketMinutes } from '#server/backtests/ports.ts'
import { relayMarket } from '#server/cluster/relay/relay-market.ts'
import type { RelayWriter } from '#server/cluster/relay/writer.ts'
import { createMarketFeed } from '#server/market/market-feed.ts'
import type { CandleArchive, MarketDeps, MarketService, MarketSource } from '#server/market/ports.ts'
import { createMarketService } from '#server/market/service.ts'
import type { ModelMarket } from '#server/models/ports.ts'
import type { StreamsPort, StreamUpdate } from '#server/strategies/ports.ts'
import { createAnalyticsFeed } from '#server/streams/analytics-feed.ts'
import type { StreamLog } from '#server/streams/ports.ts'
import { createPublisher, type PublishedUpdate, type Publisher } from '#server/streams/publisher.ts'
import { analyticsEndpoint } from './analytics-endpoint.ts'
import type { LiveFeed } from './live-feed.ts'
import { marketMinutes } from './market-minutes.ts'
import { createModelFeed } from './model-market.ts'
import { pastMinutes, recomputeUpdates } from './stream-history.ts'

/** Entries of the signal streams of some pairs, which others than the analysis write, each as its own update. */
export const signalUpdates = (log: Pick<StreamLog, 'appended$'>, pairs: readonly PairId[]): Observable<StreamUpdate> =>
  new Observable((subscriber) =>
    log.appended$.subscribe(({ key, entry }) => {
      const pair = pairOfKey(key)
      if (!pair || !pairs.includes(pair) || parseStreamKey(key).category !== SIGNAL_CATEGORY) return
      const at = Math.floor(entry.provenance.exchange_time)
      const entries = [{ key, messageId: entry.id, data: unwrap(entry.data) }]
      subscriber.next({ pair, at, kind: 'closed', entries })
    }),
  )

/** Market events that may wait for the analysis before a source that can is paused. */
const MAX_BACKLOG = 50
/** Candles per timeframe that seed the analysis: enough for its longest window. */
const HISTORY_CANDLES = 1_500

const NO_REDIS: Pick<LiveFeed, 'redisStates' | 'redisTimes$'> = { redisStates: () => [], redisTimes$: EMPTY }

export interface LiveDataDeps {
  readonly source: MarketSource
  readonly archive: CandleArchive | undefined
  /** Unique per start; invalidates earlier ids of market messages. */
  readonly epoch: string
  readonly log: StreamLog
  /** Takes what is live and in no log to the gateways; undefined without Redis. */
  readonly relay?: RelayWriter | undefined
  /** Of the connections to Redis, if there are some. */
  readonly redis?: Pick<LiveFeed, 'redisStates' | 'redisTimes$'> | undefined
  readonly market: MarketDeps
  readonly logger: Logger
}

/** The live pipeline: market, analysis, stream log and the socket endpoints of both. */
export interface LiveData extends LiveFeed {
  readonly market: MarketService
  readonly publisher: Publisher
  /** What models read and publish to. */
  readonly modelMarket: ModelMarket
  /** The streams for strategies: live updates, those of the models, and recomputed ones of the past. */
  readonly streams: StreamsPort
  /** The minutes that backtests can run on. */
  readonly minutes: MarketMinutes
  /** Resolves once the market has started; the analysis continues to seed in the background. */
  start(): Promise<void>
  stop(): Promise<void>
}

export function createLiveData(liveDeps: LiveDataDeps): LiveData {
  const { source, archive, epoch, log, relay, redis = NO_REDIS, market: deps, logger } = liveDeps
  const { now } = deps
  const market = createMarketService(source, deps, archive)
  const marketEndpoint = createMarketFeed(market, { epoch, now, scheduler: asyncScheduler })
  const analytics = createAnalyticsFeed(log)
  const publisher = createPublisher({
    log,
    feed: analytics,
    events$: market.events$,
    market: source.kind,
    pairs: source.pairs,
    closedCandles: (pair, timeframe) => closedCandles(market, pair, timeframe),
    pastMinutes: (pair, from, until) => pastMinutes(market.store, pair, { from, until, seedCandles: HISTORY_CANDLES }),
    now,
    report: (error, pair) => logger.error({ err: error, pair }, 'analysis failed'),
  })
  source.pauseWhile?.(() => publisher.backlog() > MAX_BACKLOG)
  const modelFeed = createModelFeed(log, source.kind, source.pairs)
  let starting: Promise<void> | undefined
  let relaying: Subscription | undefined

  function startRelay() {
    if (relay === undefined) return
    const describe = () => ({
      market: market.describe(),
      at: now(),
      analysis: publisher.health(),
      streams: marketEndpoint.streams(),
    })
    relaying = relayMarket({ feed: marketEndpoint, analytics, describe, scheduler: asyncScheduler }, relay)
  }

  return {
    market,
    log,
    publisher,
    analysis: () => publisher.health(),
    redisStates: redis.redisStates,
    redisTimes$: redis.redisTimes$,
    modelMarket: modelFeed.market,
    minutes: marketMinutes(source, market.store, archive),
    streams: {
      market: source.kind,
      pairs: source.pairs,
      updates$: merge(
        publisher.updates$.pipe(map(toStreamUpdate)),
        signalUpdates(log, source.pairs),
        modelFeed.updates$,
      ),
      now: () => Math.floor(market.clock.now()),
      prices: (pair, from, until) => closesOf(market, pair, from, until),
      recompute: (pair, from, until) =>
        recomputeUpdates(market.store, { pair, market: source.kind }, { from, until, seedCandles: HISTORY_CANDLES }),
    },
    endpoints: [marketEndpoint, analyticsEndpoint(analytics)],
    start: async () => {
      startRelay()
      await market.start()
      // The analysis resumes from the log. Why a log never becomes ready is reported by what opened it.
      starting = log.whenReady.then(
        () => publisher.start(),
        () => undefined,
      )
    },
    stop: async () => {
      if (log.engine === 'memory') await starting
      relaying?.unsubscribe()
      await relay?.close()
      publisher.stop()
      // Before the rest: an analysis that waits for its log never ends by itself.
      await log.close()
      await starting
      analytics.stop()
      await market.stop()
    },
  }
}

const toStreamUpdate = ({ pair, at, kind, entries }: PublishedUpdate): StreamUpdate => ({
  pair,
  at,
  kind,
  entries: entries.map(({ key, entry }) => ({ key, messageId: entry.id, data: unwrap(entry.data) })),
})

const MINUTE_S = 60
const MAX_MINUTES = 7 * 1_440

/** Closes of complete minutes, at the end of each. */
function closesOf(market: MarketService, pair: PairId, from: number, until: number): readonly PricePoint[] {
  const fromS = Math.max(from, until - MAX_MINUTES * MINUTE_S * 1000) / 1000
  const { candles, lastIsComplete } = market.store.since(pair, 'M1', fromS - MINUTE_S, MAX_MINUTES)
  return (lastIsComplete ? candles : candles.slice(0, -1))
    .map(({ timestamp, close }) => ({ at: (timestamp + MINUTE_S) * 1000, price: close }))
    .filter(({ at }) => at >= from && at <= until)
}

function closedCandles(market: MarketService, pair: PairId, timeframe: Timeframe): readonly Candle[] {
  const { candles, lastIsComplete } = market.store.recent(pair, timeframe, HISTORY_CANDLES)
  return lastIsComplete ? candles : candles.slice(0, -1)
}
