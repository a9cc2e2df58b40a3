import { filter, Subject, type Observable } from 'rxjs'
import type { LiveUpdate } from '#contract/messages.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { streamKey } from '#contract/stream-keys.ts'
import { toInterval } from '#contract/timeframes.ts'
import type { MarketEvent, MarketService } from './ports.ts'
import { MINUTE_S } from './store/fold.ts'

export type CandleEvent = Extract<MarketEvent, { kind: 'partial' | 'closed' }>

const isCandleEvent = (event: MarketEvent): event is CandleEvent => event.kind === 'partial' || event.kind === 'closed'

/** Position of a live update in its stream. */
export interface LiveUpdateStamp {
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
export function toLiveUpdate(event: CandleEvent, stamp: LiveUpdateStamp): LiveUpdate {
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

export interface CandlePublication {
  /** `tdp:kraken:BTCUSD:processed_candles:m1` */
  readonly stream: string
  /** A closed candle must reach every client; a running one may be skipped for a newer one. */
  readonly delivery: 'lossless' | 'latest'
  readonly message: LiveUpdate
}

/** The market's side of the market-data socket. */
export interface CandleFeed {
  readonly publications$: Observable<CandlePublication>
  /** The newest update of every pair, for a client that has just connected. */
  latest(): readonly LiveUpdate[]
  /** Number of closed candles per stream, and the id of the last: the state of a client that missed nothing. */
  streams(): Record<string, { readonly length: number; readonly last_message_id: string | null }>
  stop(): void
}

/** Subscribes to the market immediately; create it before the market starts. */
export function createCandleFeed(
  service: MarketService,
  { epoch, now }: { readonly epoch: string; readonly now: () => number },
): CandleFeed {
  const market = service.describe().kind
  const publications = new Subject<CandlePublication>()
  const newest = new Map<PairId, LiveUpdate>()
  const closed = new Map<PairId, { readonly length: number; readonly last_message_id: string | null }>()
  let lastMs = 0
  let messages = 0

  function publish(event: CandleEvent): void {
    const isComplete = event.kind === 'closed'
    const publishedAt = now()
    // Ids must grow even if the clock steps back.
    lastMs = Math.max(lastMs, publishedAt)
    messages += 1
    const messageId = `${lastMs}-${messages}`
    const before = closed.get(event.pair) ?? { length: 0, last_message_id: null }
    const after = isComplete ? { length: before.length + 1, last_message_id: messageId } : before
    closed.set(event.pair, after)
    const message = toLiveUpdate(event, { market, seq: after.length, epoch, messageId, publishedAt })
    newest.set(event.pair, message)
    publications.next({
      stream: streamOf(event.pair),
      delivery: isComplete ? 'lossless' : 'latest',
      message,
    })
  }

  const subscription = service.events$.pipe(filter(isCandleEvent)).subscribe(publish)

  return {
    publications$: publications.asObservable(),
    latest: () => [...newest.values()],
    streams: () => Object.fromEntries([...closed].map(([pair, state]) => [streamOf(pair), state])),
    stop: () => subscription.unsubscribe(),
  }
}

const streamOf = (pair: PairId): string => streamKey(pair, 'processed_candles', 'm1')
