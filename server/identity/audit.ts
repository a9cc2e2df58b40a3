import type { Queries } from '#server/database/database.ts'
import { auditEntries } from '#server/database/schema/identity.ts'

export type AuditAction = 'user.created' | 'session.started' | 'session.ended' | 'session.reused'

export interface AuditEntry {
  readonly action: AuditAction
  /** Whom it is about, or who did it. Absent when the server itself acted. */
  readonly userId?: string
  readonly ipAddress?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly at: number
}

/** Writes an audit entry in the transaction of the act, so that there is never one without the other. */
export async function writeAudit(tx: Queries, entry: AuditEntry): Promise<void> {
  await tx.insert(auditEntries).values({
    action: entry.action,
    userId: entry.userId ?? null,
    ipAddress: entry.ipAddress ?? null,
    details: { ...entry.details },
    createdAt: new Date(entry.at),
  })
}
