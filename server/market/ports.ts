import type { Observable, SchedulerLike } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Market, MarketKind } from '#contract/provenance.ts'
import type { Timeframe } from '#contract/timeframes.ts'

/** What the market service takes from outside, so that tests hold the clock, the dice and the log. */
export interface MarketDeps {
  /** Wall time in unix milliseconds. */
  readonly now: () => number
  /** Uniform in [0, 1): jitter of back-offs only, never a price. */
  readonly random: () => number
  /** Runs every timer. */
  readonly scheduler: SchedulerLike
  readonly log: MarketLog
}

/** The part of a pino logger that is used. */
export interface MarketLog {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
}

/** A one-minute candle as a source reports it. `exchangeTime` is on the market clock, `receivedAt` wall time, both in ms. */
export interface MinuteEvent {
  readonly kind: 'partial' | 'closed'
  readonly pair: PairId
  readonly candle: Candle
  readonly exchangeTime: number
  readonly receivedAt: number
}

/** What a source reports. Per pair closed minutes come in rising order, each at most once. */
export type SourceEvent =
  | MinuteEvent
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
  /** What the operator should know of the input, one line each: refused files, dropped rows. */
  readonly notices: readonly string[]
  /** Closed candles before now, oldest first, as many as the source knows up to `limit`. Rejects with the reason in words. */
  history(pair: PairId, timeframe: Timeframe, limit: number): Promise<Candle[]>
  /** Cold: subscribing starts the feed, unsubscribing stops it. Never errors: trouble is a `degraded` event. */
  readonly events$: Observable<SourceEvent>
}

/** Keeps closed one-minute candles of one market kind beyond what its source can give again. */
export interface CandleArchive {
  /** Candles that opened at or after `sinceS` (unix seconds), oldest first. */
  load(pair: PairId, sinceS: number): Promise<Candle[]>
  /** Durable when it resolves, all or none; a minute that is there already is kept as it is. */
  append(pair: PairId, candles: readonly Candle[]): Promise<void>
  /** Forgets candles of every pair that opened before a moment (unix seconds). */
  prune(beforeS: number): Promise<void>
}

/** A roll-up that a minute touched. */
export interface Rollup {
  readonly timeframe: Timeframe
  readonly candle: Candle
  /** True when nothing can be added to it any more. */
  readonly closed: boolean
}

/** What the rest of the server sees of the market, after the candle store took it in. */
export type MarketEvent =
  | Exclude<SourceEvent, MinuteEvent>
  /** The stored past of a pair changed (history arrived late): whoever derived something from it reads it again. */
  | { readonly kind: 'history'; readonly pair: PairId; readonly timeframe: Timeframe }
  | (MinuteEvent & {
      /**
       * Roll-ups above M1, finest first. After a hole the older candle of a timeframe comes closed before the new one
       * runs, so a timeframe can be in here twice.
       */
      readonly rollups: readonly Rollup[]
    })

/** A stretch of candles, oldest first. */
export interface CandleSlice {
  readonly candles: readonly Candle[]
  /** False when the last one still runs. */
  readonly lastIsComplete: boolean
}

/** Candles of the running market, per pair and timeframe, oldest first. */
export interface CandleStore {
  /** The last `limit` candles, the running one included when there is one. */
  recent(pair: PairId, timeframe: Timeframe, limit: number): CandleSlice
  /** Candles that opened at or after `sinceS` (unix seconds), the first `limit` of them. */
  since(pair: PairId, timeframe: Timeframe, sinceS: number, limit: number): CandleSlice
  count(pair: PairId, timeframe: Timeframe): number
  /** Minutes that were not taken in, by reason. */
  refused(pair: PairId): Readonly<Record<RefusalReason, number>>
}

/** Why a minute was not taken in: no candle at all, off the minute grid, far in the future, older than the last, there already. */
export type RefusalReason = 'incoherent' | 'off-grid' | 'ahead' | 'out-of-order' | 'duplicate'

/** When a pair was last heard of: the exchange's moment on the market clock, and when it arrived; unix milliseconds. */
export interface Observation {
  readonly exchangeTime: number
  readonly receivedAt: number
}

/** The market service as main wires it. */
export interface MarketService {
  readonly store: CandleStore
  /** Hot; starts with `start()`. */
  readonly events$: Observable<MarketEvent>
  describe(): Market
  /** Undefined until the pair's first live minute. */
  lastSeen(pair: PairId): Observation | undefined
  /** What the operator should know of the market's input. */
  notices(): readonly string[]
  readonly clock: MarketClock
  /** Loads the one-minute history of every pair, then goes live. Resolves even when there was none to get. */
  start(): Promise<void>
  /** Ends the feed and writes out what the archive still lacks. */
  stop(): Promise<void>
}
