import { and, desc, eq, gte, type SQL } from 'drizzle-orm'
import type { LoginAttempt, LoginAttempts } from '#contract/admin.ts'
import type { AttemptFilter, ListQuery } from '#contract/list-queries.ts'
import type { Queries } from '#server/database/database.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { olderThan, type ExportSource } from './export.ts'
import { contains, hoursAgo, inRange, orderOf, rowsOf } from './queries.ts'
import { matchesEvidence } from './audit-log.ts'

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
type CountRows = (from: Date, until: Date | undefined) => Promise<number>

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

/** Conditions other than the time. */
const matchesParts = (filter: AttemptFilter) =>
  and(
    filter.success === undefined ? undefined : eq(signInAttempts.success, filter.success),
    contains(signInAttempts.email, filter.email),
    contains(signInAttempts.ipAddress, filter.ip_address),
  )

/** Of an alert all rows behind it: the other filters are then ignored. */
async function matches(db: Queries, filter: AttemptFilter, now: number): Promise<SQL | undefined> {
  if (filter.alert_id !== undefined) return matchesEvidence(db, filter.alert_id, signInAttempts.id, 'login_attempts')
  return and(gte(signInAttempts.attemptedAt, hoursAgo(filter.hours_back, now)), matchesParts(filter))
}

/** How many match, counted as `LogCounts` does. */
async function total(db: Queries, query: ListQuery<'attempts'>, counts: LogCounts, now: number): Promise<number> {
  const { hours_back: hours, page: _page, page_size: _size, sort: _sort, ...filter } = query
  if (filter.alert_id !== undefined) return db.$count(signInAttempts, await matches(db, query, now))
  return counts.count(JSON.stringify(filter), hoursAgo(hours, now), (from, until) =>
    db.$count(signInAttempts, and(inRange(signInAttempts.attemptedAt, from, until), matchesParts(query))),
  )
}

const toLoginAttempt = (row: typeof signInAttempts.$inferSelect): LoginAttempt => ({
  id: row.id,
  email: row.email,
  ip_address: row.ipAddress || null,
  success: row.success,
  failure_reason: row.failureReason,
  attempted_at: row.attemptedAt.toISOString(),
})

const NEWEST = [desc(signInAttempts.attemptedAt), desc(signInAttempts.id)]
const SORTED = {
  attempted_at: signInAttempts.attemptedAt,
  email: signInAttempts.email,
  ip_address: signInAttempts.ipAddress,
  success: signInAttempts.success,
  failure_reason: signInAttempts.failureReason,
}

/** Sign-in attempts, newest first by default, and how many match the filter. */
export async function listAttempts(
  db: Queries,
  query: ListQuery<'attempts'>,
  counts: LogCounts,
  now: number,
): Promise<LoginAttempts> {
  const matching = await matches(db, query, now)
  const { limit, offset } = rowsOf(query)
  const rows = await db
    .select()
    .from(signInAttempts)
    .where(matching)
    .orderBy(...orderOf(query.sort, SORTED, NEWEST))
    .limit(limit)
    .offset(offset)
  return { attempts: rows.map(toLoginAttempt), total: await total(db, query, counts, now) }
}

/** All attempts that match, newest first. */
export const attemptsExport = (db: Queries, filter: AttemptFilter, now: number): ExportSource<'attempts'> => ({
  list: 'attempts',
  count: async () => db.$count(signInAttempts, await matches(db, filter, now)),
  next: async (last, limit) => {
    const after =
      last && olderThan(signInAttempts.attemptedAt, signInAttempts.id, { time: last.attempted_at, id: last.id })
    const rows = await db
      .select()
      .from(signInAttempts)
      .where(and(await matches(db, filter, now), after))
      .orderBy(...NEWEST)
      .limit(limit)
    return rows.map(toLoginAttempt)
  },
})
