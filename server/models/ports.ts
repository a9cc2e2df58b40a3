import type { Observable } from 'rxjs'
import type { IndicatorSnapshot } from '#contract/analysis/indicators.ts'
import type { SignalList } from '#contract/analysis/signals.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind, Provenance } from '#contract/provenance.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { Queries } from '#server/database/database.ts'

/** An act on a model, for the audit log. Without a user the server itself acted. */
export interface ModelAuditEntry {
  readonly action:
    | 'model.uploaded'
    | 'model.activated'
    | 'model.deactivated'
    | 'model.rolled_back'
    | 'model.deleted'
    | 'model.lost'
  readonly userId?: string
  readonly ipAddress?: string
  readonly details: Readonly<Record<string, unknown>>
  /** Unix milliseconds. */
  readonly at: number
}

/** Writes an act in the transaction that does it. To be the last thing the transaction does. */
export type ModelAudit = (tx: Queries, act: ModelAuditEntry) => Promise<void>

/** A candle that closed, with its indicators. */
export interface ClosedCandle {
  readonly pair: PairId
  readonly timeframe: Timeframe
  readonly candle: Candle
  readonly snapshot: IndicatorSnapshot
  readonly provenance: Provenance
}

/** The live side, as far as models need it. */
export interface ModelMarket {
  readonly kind: MarketKind
  readonly pairs: readonly PairId[]
  readonly closes$: Observable<ClosedCandle>
  /** Makes these the signals of a pair's models. */
  readonly publish: (pair: PairId, signals: SignalList, source: Provenance) => Promise<void>
}
