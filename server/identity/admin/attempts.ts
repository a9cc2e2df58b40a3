import { and, desc, eq, gte, sql, type SQL } from 'drizzle-orm'
import type { LoginAttempt, LoginAttempts } from '#contract/admin.ts'
import type { AttemptFilter, ListQuery } from '#contract/list-queries.ts'
import type { Queries } from '#server/database/database.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { matchesEvidence } from './evidence.ts'
import { olderThan, type ExportSource } from './export.ts'
import { orderOf, rowsOf } from './paging.ts'
import type { LogCounts } from './log-counts.ts'
import { contains, hoursAgo, inRange } from './queries.ts'

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

async function count(db: Queries, matching: SQL | undefined): Promise<number> {
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(signInAttempts)
    .where(matching)
  return counted?.total ?? 0
}

/** How many match, counted as `LogCounts` does. */
async function total(db: Queries, query: ListQuery<'attempts'>, counts: LogCounts, now: number): Promise<number> {
  const { hours_back: hours, page: _page, page_size: _size, sort: _sort, ...filter } = query
  if (filter.alert_id !== undefined) return count(db, await matches(db, query, now))
  return counts.count(JSON.stringify(filter), hoursAgo(hours, now), (from, until) =>
    count(db, and(inRange(signInAttempts.attemptedAt, from, until), matchesParts(query))),
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
  count: async () => count(db, await matches(db, filter, now)),
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
