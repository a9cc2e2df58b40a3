import { randomUUID, createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'
import { auditEntries, auditHead } from '#server/database/schema/identity.ts'

/** All fields of an audit entry, as hashed. `detailsText` is the database's text form of its jsonb. */
interface ChainedEntry {
  readonly seq: number
  readonly id: string
  readonly userId: string | null
  readonly action: string
  readonly ipAddress: string | null
  /** Unix milliseconds. */
  readonly createdAt: number
  readonly detailsText: string
}

/** Previous hash of the first entry. */
export const GENESIS: Uint8Array = new Uint8Array(32)

/** SHA-256 over the previous hash and the entry. Must match the migration that created the chain. */
export function hashEntry(previousHash: Uint8Array, entry: ChainedEntry): Uint8Array {
  const { seq, id, userId, action, ipAddress, createdAt, detailsText } = entry
  const hex = Buffer.from(previousHash).toString('hex')
  const parts = [hex, seq, id, userId ?? '-', action, ipAddress ?? '-', createdAt, detailsText]
  return createHash('sha256').update(parts.join('\n')).digest()
}

export const AUDIT_ACTIONS = [
  'user.created',
  'user.role_changed',
  'user.activated',
  'user.deactivated',
  'user.deleted',
  'user.password_changed',
  'user.renamed',
  'factor.added',
  'factor.removed',
  'factor.recovery_codes_renewed',
  'factor.recovery_code_used',
  'factor.reset',
  'factor.cloned',
  'invitation.created',
  'invitation.revoked',
  'invitation.resent',
  'user.reset_requested',
  'user.reset_link_created',
  'user.password_reset',
  'token.created',
  'token.revoked',
  'session.started',
  'session.ended',
  'session.proven',
  'session.reused',
  'session.revoked',
  'session.force_logout',
  'session.cleaned_up',
  'alert.resolved',
  'list.exported',
  'drill.started',
  'drill.stopped',
  'model.uploaded',
  'model.activated',
  'model.deactivated',
  'model.rolled_back',
  'model.deleted',
  // Written by earlier versions, which removed models without a file.
  'model.lost',
  'strategy.created',
  'strategy.status_changed',
  'strategy.renamed',
  'strategy.edited',
  'strategy.archived',
  'strategy.unarchived',
  'strategy.shared',
  'strategy.unshared',
  'strategy.deleted',
  'strategy.paused',
  'paper.started',
  'paper.limits_changed',
  'paper.halted',
  'paper.resumed',
  'paper.allocated',
  'paper.ended',
  'paper.closed',
  'paper.protected',
  'paper.ordered',
  'paper.cancelled',
  'paper.noted',
  'candles.import_started',
  'candles.import_cancelled',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export interface AuditEntry {
  readonly action: AuditAction
  /** The actor; absent for actions of the server itself. The affected user is in the details, as `target`. */
  readonly userId?: string
  readonly ipAddress?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly at: number
}

/**
 * Writes an audit entry in the transaction of the audited action, so that both commit or neither does, and returns its id.
 * Call it last in the transaction: the head of the chain stays locked until the transaction ends.
 */
export async function writeAudit(tx: Queries, entry: AuditEntry): Promise<string> {
  const { userId = null, ipAddress = null, action, at } = entry
  const details = JSON.stringify({ ...entry.details })
  const [head] = await tx
    .select({ seq: auditHead.seq, hash: auditHead.hash, detailsText: sql<string>`(${details}::jsonb)::text` })
    .from(auditHead)
    .for('update')
  if (!head) throw new Error('The audit chain has no head')
  const sealed = { seq: head.seq + 1, id: randomUUID(), userId, action, ipAddress, createdAt: at }
  const hash = hashEntry(head.hash, { ...sealed, detailsText: head.detailsText })
  await tx.insert(auditEntries).values({ ...sealed, details: sql`${details}::jsonb`, createdAt: new Date(at), hash })
  await tx.update(auditHead).set({ seq: sealed.seq, hash }).where(eq(auditHead.id, 1))
  return sealed.id
}
