import { and, desc, eq, gte, sql, type SQL } from 'drizzle-orm'
import type { LoginAttempt, LoginAttempts } from '#contract/admin.ts'
import type { Queries } from '#server/database/database.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { matchesEvidence } from './evidence.ts'
import { olderThan, type ExportSource } from './export.ts'
import { orderOf, rowsOf, type Paging } from './paging.ts'
import type { LogCounts } from './log-counts.ts'
import { contains, inRange } from './queries.ts'

export interface AttemptFilter {
  /** Part of an IP address. */
  readonly ipAddress: string | undefined
  readonly email: string | undefined
  readonly success: boolean | undefined
  readonly since: Date
  /** Only the rows behind this alert; the other filters are then ignored. */
  readonly alertId: string | undefined
}

/** Conditions other than the time. */
const matchesParts = (filter: AttemptFilter) =>
  and(
    filter.success === undefined ? undefined : eq(signInAttempts.success, filter.success),
    contains(signInAttempts.email, filter.email),
    contains(signInAttempts.ipAddress, filter.ipAddress),
  )

async function matches(db: Queries, filter: AttemptFilter): Promise<SQL | undefined> {
  if (filter.alertId !== undefined) return matchesEvidence(db, filter.alertId, signInAttempts.id, 'login_attempts')
  return and(gte(signInAttempts.attemptedAt, filter.since), matchesParts(filter))
}

async function count(db: Queries, matching: SQL | undefined): Promise<number> {
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(signInAttempts)
    .where(matching)
  return counted?.total ?? 0
}

/** How many match, counted as `LogCounts` does. */
async function total(db: Queries, filter: AttemptFilter, counts: LogCounts): Promise<number> {
  const { since, ...parts } = filter
  if (parts.alertId !== undefined) return count(db, await matches(db, filter))
  return counts.count(JSON.stringify(parts), since, (from, until) =>
    count(db, and(inRange(signInAttempts.attemptedAt, from, until), matchesParts(filter))),
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
  filter: AttemptFilter,
  paging: Paging<'attempts'>,
  counts: LogCounts,
): Promise<LoginAttempts> {
  const matching = await matches(db, filter)
  const { limit, offset } = rowsOf(paging)
  const rows = await db
    .select()
    .from(signInAttempts)
    .where(matching)
    .orderBy(...orderOf(paging.sort, SORTED, NEWEST))
    .limit(limit)
    .offset(offset)
  return { attempts: rows.map(toLoginAttempt), total: await total(db, filter, counts) }
}

/** All attempts that match, newest first. */
export const attemptsExport = (db: Queries, filter: AttemptFilter): ExportSource<'attempts'> => ({
  list: 'attempts',
  count: async () => count(db, await matches(db, filter)),
  next: async (last, limit) => {
    const after =
      last && olderThan(signInAttempts.attemptedAt, signInAttempts.id, { time: last.attempted_at, id: last.id })
    const rows = await db
      .select()
      .from(signInAttempts)
      .where(and(await matches(db, filter), after))
      .orderBy(...NEWEST)
      .limit(limit)
    return rows.map(toLoginAttempt)
  },
})
