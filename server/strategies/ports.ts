import type { Observable } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import type { PricePoint } from '#contract/strategies/decisions.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Queries } from '#server/database/database.ts'

/** The user who performs an action, and their address. */
export interface Actor {
  readonly userId: string
  readonly ipAddress: string
}

/** An audit log entry about strategies. Without a user the server itself acted. */
export interface StrategyAuditEntry extends Partial<Actor> {
  readonly action:
    | 'strategy.created'
    | 'strategy.status_changed'
    | 'strategy.renamed'
    | 'strategy.edited'
    | 'strategy.archived'
    | 'strategy.unarchived'
    | 'strategy.shared'
    | 'strategy.unshared'
    | 'strategy.deleted'
    | 'strategy.paused'
  readonly details: Readonly<Record<string, unknown>>
  /** Unix milliseconds. */
  readonly at: number
}

/** Writes the entry in the transaction of the action. Must be the transaction's last statement. */
export type StrategyAudit = (tx: Queries, entry: StrategyAuditEntry) => Promise<void>

/** A stream entry without its wrapper. */
export interface UpdateEntry {
  readonly key: string
  /** Null for an entry recomputed from candles, which was never in a stream. */
  readonly messageId: string | null
  readonly data: unknown
}

/** Entries published together: those of a closed minute of a pair, or of another publisher. */
export interface StreamUpdate {
  readonly pair: PairId
  /** Market time, unix ms. */
  readonly at: number
  /** closed: strategies decide on it. initial: the state of the streams at the start, which is only read. */
  readonly kind: 'closed' | 'initial'
  readonly entries: readonly UpdateEntry[]
}

/**
 * The market and its streams as strategies see them. The updates of other services that publish into the streams are merged
 * into `updates$`.
 */
export interface StreamsPort {
  readonly market: MarketKind
  readonly pairs: readonly PairId[]
  /** Hot; in market order for each pair. */
  readonly updates$: Observable<StreamUpdate>
  /** Market time, unix ms. */
  readonly now: () => number
  /** Closes of the stored minutes that ended from `from` to `until` (unix ms of market time), oldest first. */
  readonly prices: (pair: PairId, from: number, until: number) => readonly PricePoint[]
  /**
   * Updates after `from` up to `until` (unix ms), recomputed from stored candles, oldest first, yielding to the event loop
   * every few milliseconds. The first is an `initial` one. Empty if there are no candles.
   */
  readonly recompute: (pair: PairId, from: number, until: number) => AsyncIterable<StreamUpdate>
}
