import { asyncScheduler, map, merge } from 'rxjs'
import type { Logger } from 'pino'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { unwrap } from '#contract/streams.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { EndpointDeps } from '#server/gateway/ports.ts'
import { createCandleFeed } from '#server/market/live-updates.ts'
import type { CandleArchive, MarketDeps, MarketService, MarketSource } from '#server/market/ports.ts'
import { createMarketService } from '#server/market/service.ts'
import { createAnalyticsFeed } from '#server/streams/analytics-feed.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import type { StreamLog } from '#server/streams/ports.ts'
import { createPublisher, type PublishedUpdate, type Publisher } from '#server/streams/publisher.ts'
import type { StreamUpdate, StreamsPort } from '#server/strategies/ports.ts'
import { analyticsEndpoint } from './analytics-endpoint.ts'
import { signalMoments } from './signal-updates.ts'
import { recomputeUpdates } from './stream-history.ts'
import { tdpEndpoint } from './tdp-endpoint.ts'

/** Candles per timeframe that the analysis takes in at the start: enough for its longest window. */
const HISTORY_CANDLES = 1_500

export interface LiveDataDeps {
  readonly source: MarketSource
  readonly archive: CandleArchive | undefined
  /** Changes with every start: what was counted before means nothing any more. */
  readonly epoch: string
  readonly market: MarketDeps
  readonly logger: Logger
}

/** Everything that moves: the market, what the analysis makes of it, and what the sockets carry of both. */
export interface LiveData {
  readonly market: MarketService
  readonly log: StreamLog
  readonly publisher: Publisher
  readonly endpoints: readonly EndpointDeps[]
  /** The same for strategies: what is published, and what would have been before. */
  readonly streams: StreamsPort
  /** The market's past is there and its present arrives; the analysis begins behind it. */
  start(): Promise<void>
  stop(): Promise<void>
}

export function createLiveData({ source, archive, epoch, market: deps, logger }: LiveDataDeps): LiveData {
  const { now } = deps
  const market = createMarketService(source, deps, archive)
  const candles = createCandleFeed(market, { epoch, now })
  const log = createMemoryLog({ epoch })
  const analytics = createAnalyticsFeed(log)
  const publisher = createPublisher({
    log,
    feed: analytics,
    events$: market.events$,
    market: source.kind,
    pairs: source.pairs,
    past: (pair, timeframe) => closedCandles(market, pair, timeframe),
    now,
    report: (error, pair) => logger.error({ err: error, pair }, 'analysis failed'),
  })

  let starting: Promise<void> | undefined

  return {
    market,
    log,
    publisher,
    streams: {
      market: source.kind,
      pairs: source.pairs,
      updates$: merge(publisher.updates$.pipe(map(toStreamMoment)), signalMoments(log)),
      now: () => Math.floor(market.clock.now()),
      recompute: (pair, from, until) => recomputeUpdates(market.store, pair, { from, until, past: HISTORY_CANDLES }),
    },
    endpoints: [tdpEndpoint({ market, candles, now, scheduler: asyncScheduler }), analyticsEndpoint(analytics)],
    start: async () => {
      await market.start()
      starting = publisher.start()
    },
    stop: async () => {
      await starting
      publisher.stop()
      analytics.stop()
      await market.stop()
      await log.close()
    },
  }
}

const toStreamMoment = ({ pair, at, kind, entries }: PublishedUpdate): StreamUpdate => ({
  pair,
  at,
  kind,
  entries: entries.map(({ key, entry }) => ({ key, messageId: entry.id, data: unwrap(entry.data) })),
})

function closedCandles(market: MarketService, pair: PairId, timeframe: Timeframe): readonly Candle[] {
  const { candles, lastIsComplete } = market.store.recent(pair, timeframe, HISTORY_CANDLES)
  return lastIsComplete ? candles : candles.slice(0, -1)
}
