import { and, desc, eq, gte, inArray, sql, type Column } from 'drizzle-orm'
import type { AuditLog, Evidence, LoginAttempts } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { auditEntries, signInAttempts, users } from '#server/database/schema/identity.ts'
import { securityAlerts } from '#server/database/schema/people.ts'
import { RequestError } from '#server/http/errors.ts'
import { contains } from './queries.ts'

export interface AttemptFilter {
  /** Part of an IP address. */
  readonly ipAddress: string | undefined
  readonly email: string | undefined
  readonly success: boolean | undefined
  readonly since: Date
  /** Only the rows behind this alert; the other filters are then ignored. */
  readonly alertId: string | undefined
}

/** Condition for the rows in an alert's evidence; throws 404 when there is no such alert. */
async function matchesAlertEvidence(db: Queries, alertId: string, ids: Column, part: keyof Evidence) {
  const [alert] = await db
    .select({ evidence: securityAlerts.evidence })
    .from(securityAlerts)
    .where(eq(securityAlerts.id, alertId))
  if (!alert) throw new RequestError(404, 'Alert not found')
  return inArray(ids, alert.evidence[part])
}

/** The newest sign-in attempts, and how many match the filter. */
export async function listAttempts(db: Queries, filter: AttemptFilter): Promise<LoginAttempts> {
  const matching =
    filter.alertId === undefined
      ? and(
          gte(signInAttempts.attemptedAt, filter.since),
          filter.success === undefined ? undefined : eq(signInAttempts.success, filter.success),
          contains(signInAttempts.email, filter.email),
          contains(signInAttempts.ipAddress, filter.ipAddress),
        )
      : await matchesAlertEvidence(db, filter.alertId, signInAttempts.id, 'login_attempts')
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(signInAttempts)
    .where(matching)
  const rows = await db
    .select()
    .from(signInAttempts)
    .where(matching)
    .orderBy(desc(signInAttempts.attemptedAt), desc(signInAttempts.id))
    .limit(ADMIN_AREA.maxRows)
  const attempts = rows.map((row) => ({
    id: row.id,
    email: row.email,
    ip_address: row.ipAddress || null,
    success: row.success,
    failure_reason: row.failureReason,
    attempted_at: row.attemptedAt.toISOString(),
  }))
  return { attempts, total: counted?.total ?? 0 }
}

export interface AuditFilter {
  readonly userId: string | undefined
  /** Part of an action's name. */
  readonly action: string | undefined
  readonly since: Date
  /** Only the rows behind this alert; the other filters are then ignored. */
  readonly alertId: string | undefined
}

/** The newest audit entries, and how many match the filter. */
export async function listAudit(db: Queries, filter: AuditFilter): Promise<AuditLog> {
  const matching =
    filter.alertId === undefined
      ? and(
          gte(auditEntries.createdAt, filter.since),
          filter.userId === undefined ? undefined : eq(auditEntries.userId, filter.userId),
          contains(auditEntries.action, filter.action),
        )
      : await matchesAlertEvidence(db, filter.alertId, auditEntries.id, 'audit_entries')
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(auditEntries)
    .where(matching)
  const rows = await db
    .select({ entry: auditEntries, email: users.email })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.userId))
    .where(matching)
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.seq))
    .limit(ADMIN_AREA.maxRows)
  const entries = rows.map(({ entry, email }) => ({
    id: entry.id,
    user_id: entry.userId,
    user_email: email,
    action: entry.action,
    ip_address: entry.ipAddress,
    details: entry.details,
    created_at: entry.createdAt.toISOString(),
  }))
  return { entries, total: counted?.total ?? 0 }
}
