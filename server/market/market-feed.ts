import { filter, map, merge, share, Subject, type Observable, type SchedulerLike } from 'rxjs'
import type { LiveUpdate, MarketOverview } from '#contract/messages.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { streamKey } from '#contract/stream-keys.ts'
import { toInterval } from '#contract/timeframes.ts'
import { overviewsOf, toMarketOverview } from './overview.ts'
import type { MarketEvent, MarketService } from './ports.ts'
import { MINUTE_S } from './store/fold.ts'

type CandleEvent = Extract<MarketEvent, { kind: 'partial' | 'closed' }>

/** Position of a live update in its stream. */
interface LiveUpdateStamp {
  readonly market: MarketKind
  /** Closed candles so far. A client that sees a jump of more than one has missed a candle. */
  readonly seq: number
  /** Changes with every server start, because sequence numbers restart from zero. */
  readonly epoch: string
  readonly messageId: string
  /** Unix milliseconds, wall time. */
  readonly publishedAt: number
}

/** Converts a one-minute candle to the message of the market-data socket. */
function toLiveUpdate(event: CandleEvent, stamp: LiveUpdateStamp): LiveUpdate {
  const { kind, pair, candle, exchangeTime, receivedAt } = event
  const isComplete = kind === 'closed'
  const remaining = candle.timestamp + MINUTE_S - exchangeTime / 1000
  return {
    type: 'LiveUpdate',
    data: {
      partial_candle: {
        ...candle,
        is_complete: isComplete,
        trading_pair: PAIRS[pair].label,
        time_remaining_seconds: isComplete ? 0 : Math.min(MINUTE_S, Math.max(0, remaining)),
      },
      provenance: {
        market: stamp.market,
        exchange_time: exchangeTime,
        received_at: receivedAt,
        published_at: stamp.publishedAt,
      },
    },
    timestamp: stamp.publishedAt,
    trading_pair: PAIRS[pair].label,
    timeframe: toInterval('M1'),
    seq: stamp.seq,
    epoch: stamp.epoch,
    message_id: stamp.messageId,
  }
}

/** A message for all clients of the market-data socket. */
export interface MarketPublication {
  /** `tdp:kraken:BTCUSD:processed_candles:m1`, or `overview`. */
  readonly stream: string
  /** A closed candle must reach every client; anything else may be conflated (replaced by a newer one). */
  readonly delivery: 'lossless' | 'latest'
  readonly message: LiveUpdate | MarketOverview
}

/** Number of closed candles of a stream, and the id of the last. */
interface StreamState {
  readonly length: number
  readonly last_message_id: string | null
}

/** The market-data socket: live candles, and every few seconds an overview of all pairs. */
export interface MarketFeed {
  readonly path: string
  readonly publications$: Observable<MarketPublication>
  /** The newest update of every pair and the overview, for a client that has just connected. */
  snapshot(): readonly (LiveUpdate | MarketOverview)[]
  /** The state of a client that missed nothing. */
  streams(): Record<string, StreamState>
}

export interface MarketFeedDeps {
  /** Unique per server start. */
  readonly epoch: string
  readonly now: () => number
  readonly scheduler: SchedulerLike
}

/** Subscribes to the market immediately; create it before the market starts. */
export function createMarketFeed(service: MarketService, { epoch, now, scheduler }: MarketFeedDeps): MarketFeed {
  const market = service.describe().kind
  const updates$ = new Subject<MarketPublication>()
  const newest = new Map<PairId, LiveUpdate>()
  const closed = new Map<PairId, StreamState>()
  let lastMs = 0
  let messages = 0

  function publish(event: CandleEvent): void {
    const isComplete = event.kind === 'closed'
    const publishedAt = now()
    // Ids must grow even if the clock goes backwards.
    lastMs = Math.max(lastMs, publishedAt)
    messages += 1
    const messageId = `${lastMs}-${messages}`
    const before = closed.get(event.pair) ?? { length: 0, last_message_id: null }
    const after = isComplete ? { length: before.length + 1, last_message_id: messageId } : before
    closed.set(event.pair, after)
    const message = toLiveUpdate(event, { market, seq: after.length, epoch, messageId, publishedAt })
    newest.set(event.pair, message)
    updates$.next({ stream: streamOf(event.pair), delivery: isComplete ? 'lossless' : 'latest', message })
  }

  service.events$.pipe(filter((event) => 'rollups' in event)).subscribe(publish)
  const overviews$ = overviewsOf(service, now, scheduler).pipe(
    map((message) => ({ stream: 'overview', delivery: 'latest' as const, message })),
  )

  return {
    path: SOCKET_PATHS.tdp,
    publications$: merge(updates$, overviews$).pipe(share()),
    snapshot: () => [...newest.values(), toMarketOverview(service, now())],
    streams: () => Object.fromEntries([...closed].map(([pair, state]) => [streamOf(pair), state])),
  }
}

const streamOf = (pair: PairId): string => streamKey(pair, 'processed_candles', 'm1')
