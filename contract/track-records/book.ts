import type { PairId } from '../pairs.ts'
import type { AnalysisTimeframe } from '../timeframes.ts'
import type { ClassRecord, TrackedClaim } from './schema.ts'

/** What a record is looked up by. */
export interface RecordQuery {
  readonly claim: TrackedClaim
  readonly pair: PairId | undefined
  readonly timeframe?: AnalysisTimeframe | undefined
  readonly class: string
}

/** A record, and whether it is of the pair asked for or, where that has too few cases, of all pairs. */
export interface FoundRecord {
  readonly record: ClassRecord
  readonly scope: 'pair' | 'all pairs'
  readonly months: readonly string[]
  readonly coin: number | null
}

export interface RecordBook {
  /** False until the records have arrived. */
  readonly isLoaded: boolean
  /** The record of the pair, else that of all pairs; undefined where nothing was counted, and for pairs that were not. */
  find(this: void, query: RecordQuery): FoundRecord | undefined
  /** Whether anything was counted on the pair: what holds for others is not known to hold for it. */
  knows(this: void, pair: PairId): boolean
}

/** Until the records have arrived. */
export const NO_RECORDS: RecordBook = { isLoaded: false, find: () => undefined, knows: () => true }
