import type { Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Market, MarketKind } from '#contract/provenance.ts'
import type { Timeframe } from '#contract/timeframes.ts'

/** What a source reports. Candles are one-minute candles; `exchangeTime` is on the market clock, `receivedAt` wall time, both in ms. */
export type SourceEvent =
  | {
      readonly kind: 'partial'
      readonly pair: PairId
      readonly candle: Candle
      readonly exchangeTime: number
      readonly receivedAt: number
    }
  | {
      readonly kind: 'closed'
      readonly pair: PairId
      readonly candle: Candle
      readonly exchangeTime: number
      readonly receivedAt: number
    }
  | { readonly kind: 'degraded'; readonly reason: string }
  | { readonly kind: 'recovered' }

/** Market time: wall time for Kraken and the simulated market, the replayed minute for replay. Unix milliseconds. */
export interface MarketClock {
  now(): number
  /** How fast it runs against wall time. */
  readonly speed: number
}

/** Where candles come from: kraken, replay or simulated, one for the life of the process. */
export interface MarketSource {
  readonly kind: MarketKind
  /** Words for the badge. */
  readonly label: string
  readonly pairs: readonly PairId[]
  readonly clock: MarketClock
  /** Closed candles before the start, oldest first, as many as the source knows up to `limit`. */
  history(pair: PairId, timeframe: Timeframe, limit: number): Promise<Candle[]>
  /** Cold: subscribing starts the feed, unsubscribing stops it. Never errors: trouble is a `degraded` event. */
  readonly events$: Observable<SourceEvent>
}

/** What the rest of the server sees of the market, after the candle store took it in. */
export type MarketEvent =
  | Exclude<SourceEvent, { kind: 'partial' } | { kind: 'closed' }>
  | {
      readonly kind: 'partial' | 'closed'
      readonly pair: PairId
      /** The one-minute candle. */
      readonly candle: Candle
      readonly exchangeTime: number
      readonly receivedAt: number
      /** Roll-ups this minute belongs to; `closed` says whether it completed them. */
      readonly rollups: readonly { readonly timeframe: Timeframe; readonly candle: Candle; readonly closed: boolean }[]
    }

/** Candles of the running market, per pair and timeframe, oldest first. */
export interface CandleStore {
  /** The last `limit` candles, the running one included when there is one. */
  recent(
    pair: PairId,
    timeframe: Timeframe,
    limit: number,
  ): { readonly candles: readonly Candle[]; readonly lastIsComplete: boolean }
  /** Candles that opened at or after `sinceS` (unix seconds), the first `limit` of them. */
  since(
    pair: PairId,
    timeframe: Timeframe,
    sinceS: number,
    limit: number,
  ): { readonly candles: readonly Candle[]; readonly lastIsComplete: boolean }
  count(pair: PairId, timeframe: Timeframe): number
}

/** The market service as main wires it. */
export interface MarketService {
  readonly store: CandleStore
  /** Hot; starts with `start()`. */
  readonly events$: Observable<MarketEvent>
  describe(): Market
  readonly clock: MarketClock
  start(): Promise<void>
  stop(): Promise<void>
}
