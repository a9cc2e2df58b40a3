import type { Observable } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Queries } from '#server/database/database.ts'

/** Who does something to a strategy, and from where. */
export interface Actor {
  readonly userId: string
  readonly ipAddress: string
}

/** An act on strategies, for the audit log. Without a user the server itself acted. */
export interface StrategyAuditEntry extends Partial<Actor> {
  readonly action: 'strategy.created' | 'strategy.status_changed' | 'strategy.deleted' | 'strategy.paused'
  readonly details: Readonly<Record<string, unknown>>
  /** Unix milliseconds. */
  readonly at: number
}

/** Writes an act in the transaction that does it. To be the last thing the transaction does. */
export type StrategyAudit = (tx: Queries, entry: StrategyAuditEntry) => Promise<void>

/** An entry of a stream: the payload without its wrapper. */
export interface UpdateEntry {
  readonly key: string
  /** Null for an entry that was never in a stream, computed again from candles. */
  readonly messageId: string | null
  readonly data: unknown
}

/** Entries that came together: those of one closed minute of one pair, or of whoever else publishes into its streams. */
export interface StreamUpdate {
  readonly pair: PairId
  /** Market time, unix ms. */
  readonly at: number
  /** closed: strategies decide on it. standing: where the streams stood at the start; it is read and nothing more. */
  readonly kind: 'closed' | 'initial'
  readonly entries: readonly UpdateEntry[]
}

/**
 * What strategies see of market and streams. Another service that publishes into the streams has its moments merged into
 * `moments$`; nothing else has to know of it.
 */
export interface StreamsPort {
  readonly market: MarketKind
  readonly pairs: readonly PairId[]
  /** Hot; per pair in the order of the market. */
  readonly updates$: Observable<StreamUpdate>
  /** Market time, unix ms. */
  readonly now: () => number
  /**
   * Moments after `from` up to `until` (unix ms), computed again from stored candles, oldest first, in steps of a few
   * milliseconds with others served in between. The first is a `standing` one. Empty where there are no candles.
   */
  readonly recompute: (pair: PairId, from: number, until: number) => AsyncIterable<StreamUpdate>
}
