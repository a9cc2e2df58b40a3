import type { PairId } from '../pairs.ts'
import { FEWEST_CASES } from './text.ts'
import type { RecordBook, RecordQuery } from './book.ts'
import type { TrackedClaim, TrackRecordGroup, TrackRecords } from './schema.ts'

const keyOf = ({ claim, pair, timeframe }: Pick<TrackRecordGroup, 'claim' | 'pair' | 'timeframe'>): string =>
  `${claim} ${pair ?? ''} ${timeframe ?? ''}`

/** Makes published records searchable. */
export function createRecordBook({ groups, months }: TrackRecords): RecordBook {
  const byKey = new Map(groups.map((group) => [keyOf(group), group]))
  const pairs = new Set(groups.map(({ pair }) => pair))
  const recordOf = (pair: PairId | null, { claim, timeframe, class: name }: RecordQuery) => {
    const group = byKey.get(keyOf({ claim, pair, timeframe: timeframe ?? null }))
    const record = group !== undefined && Object.hasOwn(group.classes, name) ? group.classes[name] : undefined
    return group && record && { record, coin: group.coin }
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
    knows: (pair) => pairs.has(pair),
    find(query) {
      const { claim, pair } = query
      if (pair !== undefined && !pairs.has(pair)) return undefined
      const own = pair === undefined ? undefined : recordOf(pair, query)
      if (pair !== undefined && own !== undefined && own.record.count >= FEWEST_CASES)
        return { ...own, scope: 'pair', months: monthsOf(claim, pair) }
      const all = recordOf(null, query)
      return all && { ...all, scope: 'all pairs', months: months[claim] }
    },
  }
}
