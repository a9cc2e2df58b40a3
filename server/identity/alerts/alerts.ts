import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Evidence, SecurityAlert, SecurityAlerts, Severity } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { AlertFilter, ListQuery } from '#contract/list-queries.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { securityAlerts } from '#server/database/schema/people.ts'
import { RequestError } from '#server/http/errors.ts'
import { olderThan, type ExportSource } from '../admin/export.ts'
import { contains, orderOf, rowsOf } from '../admin/queries.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Actor } from '../context.ts'

export type DetectorName =
  | 'many-failures-on-account'
  | 'one-address-many-accounts'
  | 'refresh-token-reused'
  | 'role-change-then-bulk'
  | 'sign-in-from-new-network'

/** What a detector found. */
export interface Detection {
  readonly detector: DetectorName
  /** What the alert is about: further detections of the same subject are merged into the open alert. */
  readonly subject: string
  readonly title: string
  readonly description: string
  readonly severity: Severity
  readonly ipAddress?: string | undefined
  readonly affectedEmail?: string | undefined
  readonly evidence: Partial<Evidence>
  readonly at: number
}

/** Opens an alert, or updates the open one of the same detector and subject. */
export async function raiseAlert(tx: Queries, detection: Detection): Promise<void> {
  const { detector, subject, title, description, severity, ipAddress, affectedEmail, at } = detection
  const evidence: Evidence = { login_attempts: [], audit_entries: [], ...detection.evidence }
  await tx
    .insert(securityAlerts)
    .values({
      detector,
      subject,
      title,
      description,
      severity,
      ipAddress: ipAddress ?? null,
      affectedEmail: affectedEmail ?? null,
      evidence,
      createdAt: new Date(at),
    })
    .onConflictDoUpdate({
      target: [securityAlerts.detector, securityAlerts.subject],
      targetWhere: isNull(securityAlerts.resolvedAt),
      set: { description, evidence },
    })
}

/** Start of the period to count events in: events before the last resolution do not count again. */
export async function countSince(
  tx: Queries,
  { detector, subject }: Pick<Detection, 'detector' | 'subject'>,
  earliest: number,
): Promise<Date> {
  const [row] = await tx
    .select({ resolvedAt: securityAlerts.resolvedAt })
    .from(securityAlerts)
    .where(
      and(
        eq(securityAlerts.detector, detector),
        eq(securityAlerts.subject, subject),
        isNotNull(securityAlerts.resolvedAt),
      ),
    )
    .orderBy(desc(securityAlerts.resolvedAt))
    .limit(1)
  return new Date(Math.max(earliest, row?.resolvedAt?.getTime() ?? 0))
}

const matches = ({ severity, resolved: isResolved, search }: AlertFilter) =>
  and(
    severity && eq(securityAlerts.severity, severity),
    isResolved === undefined ? undefined : (isResolved ? isNotNull : isNull)(securityAlerts.resolvedAt),
    or(contains(securityAlerts.affectedEmail, search), contains(securityAlerts.ipAddress, search)),
  )

async function countAlerts(db: Queries, filter: AlertFilter): Promise<number> {
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(securityAlerts)
    .where(matches(filter))
  return counted?.total ?? 0
}

const NEWEST = [desc(securityAlerts.createdAt), desc(securityAlerts.id)]
const OPEN_FIRST = [sql`${securityAlerts.resolvedAt} is null desc`, ...NEWEST]
const SORTED = {
  title: securityAlerts.title,
  severity: sql`array_position(array['low', 'medium', 'high', 'critical'], ${securityAlerts.severity})`,
  ip_address: securityAlerts.ipAddress,
  affected_user_email: securityAlerts.affectedEmail,
  created_at: securityAlerts.createdAt,
}

/** Alerts, by default open ones first and newest first among them, and how many match the filter. */
export async function listAlerts(db: Queries, query: ListQuery<'alerts'>): Promise<SecurityAlerts> {
  const { limit, offset } = rowsOf(query)
  const rows = await db
    .select()
    .from(securityAlerts)
    .where(matches(query))
    .orderBy(...orderOf(query.sort, SORTED, OPEN_FIRST))
    .limit(Math.min(limit, ADMIN_AREA.maxAlerts))
    .offset(offset)
  return { alerts: rows.map(toSecurityAlert), total: await countAlerts(db, query) }
}

/** All alerts that match, newest first. */
export const alertsExport = (db: Queries, filter: AlertFilter): ExportSource<'alerts'> => ({
  list: 'alerts',
  count: () => countAlerts(db, filter),
  next: async (last, limit) => {
    const after = last && olderThan(securityAlerts.createdAt, securityAlerts.id, { time: last.created_at, id: last.id })
    const rows = await db
      .select()
      .from(securityAlerts)
      .where(and(matches(filter), after))
      .orderBy(...NEWEST)
      .limit(limit)
    return rows.map(toSecurityAlert)
  },
})

/** Resolves an alert permanently. Throws 404 when there is none. */
export async function resolveAlert(database: Database, id: string, actor: Actor): Promise<SecurityAlert> {
  return database.transaction(async (tx) => {
    const [row] = await tx.select().from(securityAlerts).where(eq(securityAlerts.id, id)).for('update')
    if (!row) throw new RequestError(404, 'Alert not found')
    if (row.resolvedAt) return toSecurityAlert(row)
    const resolved = { resolvedAt: new Date(actor.now), resolvedBy: actor.actorId }
    await tx.update(securityAlerts).set(resolved).where(eq(securityAlerts.id, id))
    await writeAudit(tx, {
      action: 'alert.resolved',
      userId: actor.actorId,
      ipAddress: actor.ipAddress,
      details: { alert: id, title: row.title },
      at: actor.now,
    })
    return toSecurityAlert({ ...row, ...resolved })
  })
}

const newest = (ids: readonly string[]) => ids.slice(0, ADMIN_AREA.maxEvidenceIds)

/** Includes only the newest evidence ids; the logs return all rows for an `alert_id`. */
const toSecurityAlert = (row: typeof securityAlerts.$inferSelect): SecurityAlert => ({
  id: row.id,
  title: row.title,
  description: row.description,
  severity: row.severity,
  ip_address: row.ipAddress,
  affected_user_email: row.affectedEmail,
  created_at: row.createdAt.toISOString(),
  resolved: row.resolvedAt !== null,
  evidence: {
    login_attempts: newest(row.evidence.login_attempts),
    audit_entries: newest(row.evidence.audit_entries),
  },
  evidence_counts: {
    login_attempts: row.evidence.login_attempts.length,
    audit_entries: row.evidence.audit_entries.length,
  },
})
