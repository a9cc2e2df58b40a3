import type { Observable } from 'rxjs'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { SignalList } from '#contract/payloads/signals.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind, Provenance } from '#contract/provenance.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { Queries } from '#server/database/database.ts'

/** An audit log entry about a model. Without a user the server itself acted. */
export interface ModelAuditEntry {
  readonly action: 'model.uploaded' | 'model.activated' | 'model.deactivated' | 'model.rolled_back' | 'model.deleted'
  readonly userId?: string
  readonly ipAddress?: string
  readonly details: Readonly<Record<string, unknown>>
  /** Unix milliseconds. */
  readonly at: number
}

/** Writes the entry in the transaction of the action. Must be the transaction's last statement. */
export type ModelAudit = (tx: Queries, act: ModelAuditEntry) => Promise<void>

/** A closed candle with its indicators. */
export interface ClosedCandle {
  readonly pair: PairId
  readonly timeframe: Timeframe
  readonly candle: Candle
  readonly snapshot: IndicatorSnapshot
  readonly provenance: Provenance
}

/** The live market as models need it. */
export interface ModelMarket {
  readonly kind: MarketKind
  readonly pairs: readonly PairId[]
  readonly closes$: Observable<ClosedCandle>
  /** Publishes the signals of a pair's models. */
  readonly publish: (pair: PairId, signals: SignalList, source: Provenance) => Promise<void>
}
