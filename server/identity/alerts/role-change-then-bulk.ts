import { and, desc, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'
import { auditEntries, users } from '#server/database/schema/identity.ts'
import type { AuditAction } from '../audit/audit.ts'
import { countSince, type Detection } from './alerts.ts'
import type { AdministratorActed } from './events.ts'

const RECENT_PROMOTION_MS = 60 * 60_000
const WINDOW_MS = 15 * 60_000
/** Minimum number of actions within the window. */
export const MIN_BULK_ACTIONS = 5
const MAX_ROWS = 200

/** Actions that, in bulk, suggest a takeover or sabotage. */
const BULK_ACTIONS: AuditAction[] = [
  'user.role_changed',
  'user.deactivated',
  'user.deleted',
  'invitation.created',
  'invitation.revoked',
  'session.revoked',
  'session.force_logout',
]

/** Detects many changes in a short time by a user who became an administrator within the last hour. */
export async function roleChangeThenBulk(
  tx: Queries,
  { actorId, at }: AdministratorActed,
): Promise<Detection | undefined> {
  const [promotion] = await tx
    .select({ id: auditEntries.id, createdAt: auditEntries.createdAt })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.action, 'user.role_changed'),
        gte(auditEntries.createdAt, new Date(at - RECENT_PROMOTION_MS)),
        sql`${auditEntries.details} @> ${JSON.stringify({ target: actorId, to: 'Admin' })}::jsonb`,
      ),
    )
    .orderBy(desc(auditEntries.seq))
    .limit(1)
  if (!promotion) return undefined
  const key = { detector: 'role-change-then-bulk', subject: actorId } as const
  const since = await countSince(tx, key, Math.max(at - WINDOW_MS, promotion.createdAt.getTime()))
  const actions = await tx
    .select({ id: auditEntries.id, ipAddress: auditEntries.ipAddress, email: users.email })
    .from(auditEntries)
    .innerJoin(users, eq(users.id, auditEntries.userId))
    .where(
      and(
        eq(auditEntries.userId, actorId),
        inArray(auditEntries.action, BULK_ACTIONS),
        gt(auditEntries.createdAt, since),
      ),
    )
    .orderBy(desc(auditEntries.seq))
    .limit(MAX_ROWS)
  const [latest] = actions
  if (!latest || actions.length < MIN_BULK_ACTIONS) return undefined
  return {
    ...key,
    title: 'Role change followed by bulk actions',
    description: `${latest.email} became an administrator within the last hour and has since made ${actions.length} changes within 15 minutes.`,
    severity: 'high',
    ipAddress: latest.ipAddress ?? undefined,
    affectedEmail: latest.email,
    evidence: { audit_entries: [promotion.id, ...actions.map(({ id }) => id)] },
    at,
  }
}
