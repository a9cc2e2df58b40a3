import { and, desc, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import { ADMIN_AREA, INVITATION } from '#contract/limits.ts'
import type { GrantedRole, Invitation, InvitationCounts, InvitationStatus } from '#contract/invitations.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { invitations } from '#server/database/schema/people.ts'
import { RequestError } from '#server/http/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Actor } from '../request-context.ts'
import { hashOf } from '../secrets.ts'
import { findAccount } from '../users.ts'
import type { InvitationCodes } from './codes.ts'

type Row = typeof invitations.$inferSelect

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

export function invitationStatus(row: Pick<Row, 'revokedAt' | 'usedAt' | 'expiresAt'>, now: number): InvitationStatus {
  if (row.revokedAt) return 'revoked'
  if (row.usedAt) return 'used'
  return row.expiresAt.getTime() <= now ? 'expired' : 'pending'
}

const toInvitation = (row: Row, code: string, now: number): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  code,
  status: invitationStatus(row, now),
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
})

const isPending = (now: number) =>
  and(isNull(invitations.usedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, new Date(now)))

/** Invites a normalized email address. Throws 409 when it belongs to a user or has a pending invitation. */
export async function invite(
  database: Database,
  codes: InvitationCodes,
  invited: { readonly email: string; readonly role: GrantedRole },
  { actorId, ipAddress, now }: Actor,
): Promise<Invitation> {
  const { email, role } = invited
  const { code, ...stored } = codes.create()
  return database.transaction(async (tx) => {
    const account = await findAccount(tx, email)
    if (account && !account.isDeleted) throw new RequestError(409, 'A user with this email already exists')
    const pending = await tx
      .select({ id: invitations.id })
      .from(invitations)
      .where(and(eq(invitations.email, email), isPending(now)))
    if (pending.length > 0) throw new RequestError(409, 'There is already a pending invitation for this email')
    const [row] = await tx
      .insert(invitations)
      .values({
        ...stored,
        email,
        role,
        createdBy: actorId,
        createdAt: new Date(now),
        expiresAt: new Date(now + INVITATION.lifeMs),
      })
      .returning()
    if (!row) throw new Error('The new invitation was not returned')
    const details = { invitation: row.id, email, role }
    await writeAudit(tx, { action: 'invitation.created', userId: actorId, ipAddress, details, at: now })
    return toInvitation(row, code, now)
  })
}

/** `invitationStatus` in SQL. */
function hasStatus(status: InvitationStatus, now: number): SQL | undefined {
  switch (status) {
    case 'revoked':
      return isNotNull(invitations.revokedAt)
    case 'used':
      return and(isNotNull(invitations.usedAt), isNull(invitations.revokedAt))
    case 'expired':
      return and(isNull(invitations.usedAt), isNull(invitations.revokedAt), lte(invitations.expiresAt, new Date(now)))
    case 'pending':
      return isPending(now)
  }
}

/** Number of invitations by status. */
export async function countInvitations(db: Queries, now: number): Promise<InvitationCounts> {
  const of = (status: InvitationStatus) => sql<number>`(count(*) filter (where ${hasStatus(status, now)}))::int`
  const [counts] = await db
    .select({ pending: of('pending'), used: of('used'), expired: of('expired'), revoked: of('revoked') })
    .from(invitations)
  return counts ?? { pending: 0, used: 0, expired: 0, revoked: 0 }
}

/** Invitations, newest first, of one status when given. */
export async function listInvitations(
  db: Queries,
  codes: InvitationCodes,
  now: number,
  status?: InvitationStatus,
): Promise<Invitation[]> {
  const rows = await db
    .select()
    .from(invitations)
    .where(status && hasStatus(status, now))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(ADMIN_AREA.maxRows)
  return rows.map((row) => toInvitation(row, codes.read(row.sealedCode), now))
}

/**
 * Revokes the pending invitation with this code (or id). Revoking twice is allowed; throws 409 for used and expired ones and
 * 404 for unknown ones. Looked up by the hash of the code, so that timing reveals nothing about similar codes.
 */
export async function revokeInvitation(database: Database, code: string, actor: Actor): Promise<void> {
  const { actorId, ipAddress, now } = actor
  await database.transaction(async (tx) => {
    const byCode = eq(invitations.codeHash, hashOf(code))
    const [row] = await tx
      .select()
      .from(invitations)
      .where(isUuid(code) ? or(byCode, eq(invitations.id, code)) : byCode)
      .for('update')
    if (!row) throw new RequestError(404, 'Invitation not found')
    const status = invitationStatus(row, now)
    if (status === 'revoked') return
    if (status !== 'pending') throw new RequestError(409, 'Only pending invitations can be revoked')
    await tx
      .update(invitations)
      .set({ revokedAt: new Date(now) })
      .where(eq(invitations.id, row.id))
    const details = { invitation: row.id, email: row.email }
    await writeAudit(tx, { action: 'invitation.revoked', userId: actorId, ipAddress, details, at: now })
  })
}

/** The pending invitation with this code; undefined for any code that is not valid now. */
export async function pendingInvitation(db: Queries, code: string, now: number): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.codeHash, hashOf(code)), isPending(now)))
  return row
}

/** Marks an invitation as used. False when it was used or revoked since it was read. */
export async function claimInvitation(tx: Queries, id: string, now: number): Promise<boolean> {
  const claimed = await tx
    .update(invitations)
    .set({ usedAt: new Date(now) })
    .where(and(eq(invitations.id, id), isPending(now)))
    .returning({ id: invitations.id })
  return claimed.length > 0
}

export async function recordUsedBy(tx: Queries, id: string, userId: string): Promise<void> {
  await tx.update(invitations).set({ usedBy: userId }).where(eq(invitations.id, id))
}
