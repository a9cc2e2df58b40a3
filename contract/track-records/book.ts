import type { PairId } from '../pairs.ts'
import type { AnalysisTimeframe } from '../timeframes.ts'
import { FEWEST_CASES } from './text.ts'
import type { TrackedClaim, TrackRecord, TrackRecordGroup, TrackRecords } from './schema.ts'

/** What a record is looked up by. */
export interface RecordQuery {
  readonly claim: TrackedClaim
  readonly pair: PairId | undefined
  readonly timeframe?: AnalysisTimeframe | undefined
  readonly class: string
}

/** A record, and whether it is of the pair asked for or, where that has too few cases, of all pairs. */
export interface FoundRecord {
  readonly record: TrackRecord
  readonly scope: 'pair' | 'all pairs'
  readonly months: readonly string[]
}

export interface RecordBook {
  /** False until the records have arrived. */
  readonly isLoaded: boolean
  /** The record of the pair, else that of all pairs; undefined where nothing was counted. */
  find(this: void, query: RecordQuery): FoundRecord | undefined
}

/** Until the records have arrived. */
export const NO_RECORDS: RecordBook = { isLoaded: false, find: () => undefined }

const keyOf = ({ claim, pair, timeframe }: Pick<TrackRecordGroup, 'claim' | 'pair' | 'timeframe'>): string =>
  `${claim} ${pair ?? ''} ${timeframe ?? ''}`

/** Makes published records searchable. */
export function createRecordBook({ groups, months }: TrackRecords): RecordBook {
  const byKey = new Map(groups.map((group) => [keyOf(group), group.classes]))
  const recordOf = (pair: PairId | null, { claim, timeframe, class: name }: RecordQuery) => {
    const classes = byKey.get(keyOf({ claim, pair, timeframe: timeframe ?? null }))
    return classes !== undefined && Object.hasOwn(classes, name) ? classes[name] : undefined
  }
  const monthsOfPair = new Map<string, readonly string[]>()
  /** Looked up for every pattern of every minute, so that they are selected once. */
  function monthsOf(claim: TrackedClaim, pair: PairId): readonly string[] {
    const key = `${claim} ${pair}`
    const known = monthsOfPair.get(key) ?? months[claim].filter((month) => month.startsWith(`${pair} `))
    monthsOfPair.set(key, known)
    return known
  }
  return {
    isLoaded: true,
    find(query) {
      const { claim, pair } = query
      const own = pair === undefined ? undefined : recordOf(pair, query)
      if (pair !== undefined && own !== undefined && own.count >= FEWEST_CASES)
        return { record: own, scope: 'pair', months: monthsOf(claim, pair) }
      const all = recordOf(null, query)
      return all === undefined ? undefined : { record: all, scope: 'all pairs', months: months[claim] }
    },
  }
}
