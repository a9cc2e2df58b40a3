import type { RecordBook, RecordQuery } from '#contract/track-records/book.ts'

/** Right in 46 of 100, chance 47. */
const NO_BETTER = { hits: 832, count: 1_808, chance: 0.47 }

/** A book with the same record for everything that is asked for. */
export const bookOf = (record = NO_BETTER): RecordBook & { readonly asked: RecordQuery[] } => {
  const asked: RecordQuery[] = []
  return {
    asked,
    isLoaded: true,
    find(query) {
      asked.push(query)
      return { record, scope: 'pair', months: ['BTCUSD 2019-04', 'BTCUSD 2025-06'] }
    },
  }
}

/** A record that is better than chance. */
export const BETTER = { hits: 1_200, count: 2_000, chance: 0.5 }
