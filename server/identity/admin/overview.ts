import { and, count, eq, gte, isNull, not, sql } from 'drizzle-orm'
import type { AdminOverview, Severity } from '#contract/admin.ts'
import type { Queries } from '#server/database/database.ts'
import { backtests } from '#server/database/schema/backtests.ts'
import { signInAttempts, users } from '#server/database/schema/identity.ts'
import { securityAlerts } from '#server/database/schema/people.ts'
import { hoursAgo } from './queries.ts'
import { hasFactor } from './users.ts'

/** What the rest of the server knows of it. */
export interface SeenElsewhere extends Pick<AdminOverview, 'trouble' | 'last_backup'> {
  readonly failed_jobs: Omit<AdminOverview['failed_jobs'], 'backtests'>
}

const HOURS = 24

/** What an Admin looks after; `now` in unix ms. */
export async function readOverview(db: Queries, now: number, seen: SeenElsewhere): Promise<AdminOverview> {
  const alerts = await db
    .select({ severity: securityAlerts.severity, count: count() })
    .from(securityAlerts)
    .where(isNull(securityAlerts.resolvedAt))
    .groupBy(securityAlerts.severity)
  const isAdmin = sql<boolean>`${users.role} = 'Admin'`
  const lacking = await db
    .select({ isAdmin, count: count() })
    .from(users)
    .where(and(isNull(users.deletedAt), eq(users.isActive, true), not(hasFactor)))
    .groupBy(isAdmin)
  const start = hoursAgo(HOURS, now)
  const hour = sql<number>`floor(extract(epoch from (${signInAttempts.attemptedAt} - ${start.toISOString()}::timestamptz)) / 3600)::int`
  const failures = await db
    .select({ hour, count: count() })
    .from(signInAttempts)
    .where(and(eq(signInAttempts.success, false), gte(signInAttempts.attemptedAt, start)))
    // By its place: the time in it is another parameter each time that it is written.
    .groupBy(sql`1`)
  const [failed] = await db
    .select({ backtests: count() })
    .from(backtests)
    .where(and(eq(backtests.status, 'failed'), gte(backtests.finishedAt, start)))
  const sumOf = <Row extends { readonly count: number }>(rows: readonly Row[], is: (row: Row) => boolean) =>
    rows.filter(is).reduce((sum, row) => sum + row.count, 0)
  const alertsOf = (severity: Severity) => sumOf(alerts, (row) => row.severity === severity)
  return {
    open_alerts: {
      low: alertsOf('low'),
      medium: alertsOf('medium'),
      high: alertsOf('high'),
      critical: alertsOf('critical'),
    },
    accounts_without_factor: {
      admins: sumOf(lacking, (row) => row.isAdmin),
      others: sumOf(lacking, (row) => !row.isAdmin),
    },
    // What is attempted meanwhile belongs to the last hour.
    failed_sign_ins: Array.from({ length: HOURS }, (_, index) =>
      sumOf(failures, (row) => Math.min(row.hour, HOURS - 1) === index),
    ),
    ...seen,
    failed_jobs: { backtests: failed?.backtests ?? 0, ...seen.failed_jobs },
  }
}
