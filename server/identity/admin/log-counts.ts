const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Age from which on no transaction still adds rows. */
const SETTLED_MS = MINUTE_MS
/** Longer ranges reach rows that are about to be deleted. */
const MAX_RANGE_MS = 7 * 24 * HOUR_MS
/** Counting so few rows is faster than looking after them. */
const MIN_ROWS = 1_000
const MAX_FILTERS = 50

/** Counts the rows that match a filter from a time on, until just before another or all. */
export type CountRows = (from: Date, until: Date | undefined) => Promise<number>

interface SettledCount {
  readonly from: Date
  readonly until: Date
  readonly rows: number
}

/**
 * Numbers of matching rows of a log, to which rows are only added. What is older than a minute is counted once per filter; after
 * that, only what came since and what has left the range, which are few rows of the index by time. So every number is exact, and
 * that of 50,000 rows takes 1 ms instead of 10.
 */
export interface LogCounts {
  /** Number of rows since `since`. `filter` names all other conditions. */
  count(filter: string, since: Date, countRows: CountRows): Promise<number>
}

/** `now` in unix ms. */
export function createLogCounts(now: () => number): LogCounts {
  const settled = new Map<string, SettledCount>()

  async function countSettled(filter: string, since: Date, countRows: CountRows): Promise<SettledCount> {
    const known = settled.get(filter)
    const reference = now() - SETTLED_MS
    if (known && known.from <= since && since < known.until && known.until.getTime() > reference - HOUR_MS) {
      return { ...known, from: since, rows: known.rows - (await countRows(known.from, since)) }
    }
    const until = new Date(reference)
    return { from: since, until, rows: await countRows(since, until) }
  }

  return {
    async count(filter, since, countRows) {
      const range = now() - since.getTime()
      if (range > MAX_RANGE_MS || range <= SETTLED_MS) return countRows(since, undefined)
      const counted = await countSettled(filter, since, countRows)
      settled.delete(filter)
      if (counted.rows >= MIN_ROWS) {
        settled.set(filter, counted)
        const [oldest] = settled.keys()
        if (settled.size > MAX_FILTERS && oldest !== undefined) settled.delete(oldest)
      }
      return counted.rows + (await countRows(counted.until, undefined))
    },
  }
}
