import type { Observable, SchedulerLike } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Market, MarketKind } from '#contract/provenance.ts'
import type { Timeframe } from '#contract/timeframes.ts'

/** Dependencies of the market service, so that tests control time, randomness and the log. */
export interface MarketDeps {
  /** Wall time in unix milliseconds. */
  readonly now: () => number
  /** Uniform in [0, 1): for the jitter of backoffs, never for prices. */
  readonly random: () => number
  /** Runs every timer. */
  readonly scheduler: SchedulerLike
  readonly log: MarketLog
}

/** The subset of a pino logger that is used. */
export interface MarketLog {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
}

/** A one-minute candle from a source. `exchangeTime` is on the market clock, `receivedAt` is wall time; both in ms. */
export interface MinuteEvent {
  readonly kind: 'partial' | 'closed'
  readonly pair: PairId
  readonly candle: Candle
  readonly exchangeTime: number
  readonly receivedAt: number
}

/** An event of a source. Closed minutes of a pair come in rising order, each at most once. */
export type SourceEvent =
  | MinuteEvent
  | { readonly kind: 'degraded'; readonly reason: string }
  | { readonly kind: 'recovered' }

/** Market time in unix milliseconds: wall time for Kraken and the simulation, the recorded time for a replay. */
export interface MarketClock {
  now(): number
  /** Speed relative to wall time. */
  readonly speed: number
}

/** Recorded minutes by row, oldest first. */
export interface RecordedMinutes {
  length(): number
  at(row: number): Candle | undefined
  last(): Candle | undefined
  /** The first row that opened at or after a time in unix seconds; the length if there is none. */
  indexFrom(sinceS: number): number
  slice(from: number, to: number): Candle[]
}

/** A source of candles: Kraken, replay or simulation, one for the lifetime of the process. */
export interface MarketSource {
  readonly kind: MarketKind
  /** Label of the badge. */
  readonly label: string
  readonly pairs: readonly PairId[]
  readonly clock: MarketClock
  /** Notices for the operator, one line each: rejected files, skipped rows. */
  readonly notices: readonly string[]
  /** Closed candles before now, oldest first, at most `limit`, in parts that may be made as they are read. Rejects with the reason. */
  history(pair: PairId, timeframe: Timeframe, limit: number): Promise<Iterable<readonly Candle[]>>
  /** Every minute of a recording, past and future; undefined for a pair without one. Absent if nothing is recorded. */
  recorded?(pair: PairId): RecordedMinutes | undefined
  /**
   * Resolves if the exchange responds to this process, whether it follows the market or not; may never be settled otherwise. What it
   * holds open ends with the signal. Absent without an exchange.
   */
  readonly probe?: (signal: AbortSignal) => Promise<void>
  /** Holds the market while its consumers are busy. Absent if it cannot wait, as real ones cannot. */
  pauseWhile?(isBusy: () => boolean): void
  /** Cold: subscribing starts the feed, unsubscribing stops it. Never errors; problems are `degraded` events. */
  readonly events$: Observable<SourceEvent>
}

/** Stores closed one-minute candles of one market kind beyond what its source can return. */
export interface CandleArchive {
  /** Candles that opened at or after `sinceS` (unix seconds), oldest first. */
  load(pair: PairId, sinceS: number): Promise<Candle[]>
  /** Candles that opened from `fromS` and before `untilS` (unix seconds), oldest first. */
  between(pair: PairId, fromS: number, untilS: number): Promise<Candle[]>
  /** Openings of the first and the last candle before a time, if one is given, in unix seconds, and how many there are; undefined without any. */
  extent(
    pair: PairId,
    untilS?: number,
  ): Promise<{ readonly firstS: number; readonly lastS: number; readonly count: number } | undefined>
  /** All or nothing, durable when it resolves; existing minutes are not changed. */
  append(pair: PairId, candles: readonly Candle[]): Promise<void>
  /** Deletes candles of every pair that opened before a time (unix seconds). */
  prune(beforeS: number): Promise<void>
}

/** A roll-up that a minute changed. */
export interface Rollup {
  readonly timeframe: Timeframe
  readonly candle: Candle
  /** True when it is final. */
  readonly closed: boolean
}

/** A market event after the candle store has processed it. */
export type MarketEvent =
  | Exclude<SourceEvent, MinuteEvent>
  /** The stored history of a pair changed (it arrived late): anything derived from it must be recomputed. */
  | { readonly kind: 'history'; readonly pair: PairId; readonly timeframe: Timeframe }
  | (MinuteEvent & {
      /**
       * Roll-ups above M1, finest first. After a gap the older candle of a timeframe is closed before the new one
       * starts, so a timeframe can appear twice.
       */
      readonly rollups: readonly Rollup[]
    })

/** A range of candles, oldest first. */
export interface CandleSlice {
  readonly candles: readonly Candle[]
  /** False when the last one is still running. */
  readonly lastIsComplete: boolean
}

/** Candles of the running market, per pair and timeframe, oldest first. */
export interface CandleStore {
  /** The last `limit` candles, including the running one if there is one. */
  recent(pair: PairId, timeframe: Timeframe, limit: number): CandleSlice
  /** The first `limit` candles that opened at or after `sinceS` (unix seconds). */
  since(pair: PairId, timeframe: Timeframe, sinceS: number, limit: number): CandleSlice
  /** The last `limit` candles that opened before `beforeS` (unix seconds). */
  before(pair: PairId, timeframe: Timeframe, beforeS: number, limit: number): CandleSlice
  count(pair: PairId, timeframe: Timeframe): number
  /** Number of refused minutes, by reason. */
  refused(pair: PairId): Readonly<Record<RefusalReason, number>>
}

/**
 * Why a minute was refused: invalid, off the minute grid, too far in the future, older than the last, or already stored.
 */
export type RefusalReason = 'incoherent' | 'off-grid' | 'ahead' | 'out-of-order' | 'duplicate'

/** When a pair was last updated: exchange time on the market clock, and arrival in wall time; unix milliseconds. */
export interface Observation {
  readonly exchangeTime: number
  readonly receivedAt: number
}

/** The market service. */
export interface MarketService {
  readonly store: CandleStore
  /** Hot; starts with `start()`. */
  readonly events$: Observable<MarketEvent>
  describe(): Market
  /** Undefined until the pair's first live minute. */
  lastSeen(pair: PairId): Observation | undefined
  /** Notices for the operator about the market's input. */
  notices(): readonly string[]
  readonly clock: MarketClock
  /** Loads the one-minute history of every pair, then goes live. Resolves even if there is none. */
  start(): Promise<void>
  /** Stops the feed and flushes the archive. */
  stop(): Promise<void>
}
