import { and, desc, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'
import { auditEntries, users } from '#server/database/schema/identity.ts'
import type { AuditAction } from '../audit/audit.ts'
import { countFrom, type Sighting } from './alerts.ts'
import type { AdministratorActed } from './events.ts'

const NEW_FOR_MS = 60 * 60_000
const WINDOW_MS = 15 * 60_000
/** Acts within the window that are no longer getting to know the new role. */
export const BULK_ACTS = 5
const MAX_ROWS = 200

/** What somebody would do in bulk to take a place over or to wreck it. */
const BULK: AuditAction[] = [
  'user.role_changed',
  'user.deactivated',
  'user.deleted',
  'invitation.created',
  'invitation.revoked',
  'session.revoked',
  'session.force_logout',
]

/** Somebody became an administrator within the hour and now changes much in a short time. */
export async function roleChangeThenBulk(
  tx: Queries,
  { actorId, at }: AdministratorActed,
): Promise<Sighting | undefined> {
  const [promotion] = await tx
    .select({ id: auditEntries.id, createdAt: auditEntries.createdAt })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.action, 'user.role_changed'),
        gte(auditEntries.createdAt, new Date(at - NEW_FOR_MS)),
        sql`${auditEntries.details} @> ${JSON.stringify({ target: actorId, to: 'Admin' })}::jsonb`,
      ),
    )
    .orderBy(desc(auditEntries.seq))
    .limit(1)
  if (!promotion) return undefined
  const about = { detector: 'role-change-then-bulk', subject: actorId } as const
  const since = await countFrom(tx, about, Math.max(at - WINDOW_MS, promotion.createdAt.getTime()))
  const acts = await tx
    .select({ id: auditEntries.id, ipAddress: auditEntries.ipAddress, email: users.email })
    .from(auditEntries)
    .innerJoin(users, eq(users.id, auditEntries.userId))
    .where(and(eq(auditEntries.userId, actorId), inArray(auditEntries.action, BULK), gt(auditEntries.createdAt, since)))
    .orderBy(desc(auditEntries.seq))
    .limit(MAX_ROWS)
  const [latest] = acts
  if (!latest || acts.length < BULK_ACTS) return undefined
  return {
    ...about,
    title: 'Role change followed by bulk actions',
    description: `${latest.email} became an administrator within the last hour and has since made ${acts.length} changes within 15 minutes.`,
    severity: 'high',
    ipAddress: latest.ipAddress ?? undefined,
    affectedEmail: latest.email,
    evidence: { audit_entries: [promotion.id, ...acts.map(({ id }) => id)] },
    at,
  }
}
