import { and, eq, gt, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm'
import { INVITATION } from '#contract/limits.ts'
import type { Invitation, InvitationStatus } from '#contract/invitations.ts'
import type { Role } from '#contract/roles.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { invitations } from '#server/database/schema/people.ts'
import { RequestError } from '#server/http/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Actor } from '../context.ts'
import { isUuid } from '../admin/queries.ts'
import { hashOf } from '../secrets.ts'
import { emailOf, findAccount } from '../users.ts'
import { randomBytes } from 'node:crypto'
import { createSealedTexts } from '../sealed-texts.ts'
import type { SigningKey } from '../signing-keys.ts'

const CODE_BYTES = 16

/** A code as stored: looked up by its hash, decrypted with the signing keys. */
interface StoredCode {
  readonly codeHash: Uint8Array
  readonly sealedCode: Uint8Array
}

/** Creates invitation codes and decrypts them for administrators. */
export interface InvitationCodes {
  /** Creates a code of 128 random bits in hexadecimal. */
  create(): StoredCode & { readonly code: string }
  /** Returns an empty string when the encryption key is no longer available. */
  read(sealedCode: Uint8Array): string
}

export function createInvitationCodes(keys: readonly SigningKey[]): InvitationCodes {
  const texts = createSealedTexts(keys, 'invitation codes')
  return {
    create() {
      const code = randomBytes(CODE_BYTES).toString('hex')
      return { code, codeHash: hashOf(code), sealedCode: texts.seal(code) }
    },
    read: (sealedCode) => texts.unseal(sealedCode) ?? '',
  }
}

type Row = typeof invitations.$inferSelect

export function invitationStatus(row: Pick<Row, 'revokedAt' | 'usedAt' | 'expiresAt'>, now: number): InvitationStatus {
  if (row.revokedAt) return 'revoked'
  if (row.usedAt) return 'used'
  return row.expiresAt.getTime() <= now ? 'expired' : 'pending'
}

/** `invitedBy`: e-mail of the inviter. */
export const toInvitation = (row: Row, code: string, invitedBy: string, now: number): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  code,
  status: invitationStatus(row, now),
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  invited_by: invitedBy,
})

const isPending = (now: number) =>
  and(isNull(invitations.usedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, new Date(now)))

/** Invites a normalized email address. Throws 409 when it belongs to a user or has a pending invitation. */
export async function invite(
  database: Database,
  codes: InvitationCodes,
  invited: { readonly email: string; readonly role: Role },
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
    return toInvitation(row, code, await emailOf(tx, actorId), now)
  })
}

/** `invitationStatus` in SQL. */
export function hasStatus(status: InvitationStatus, now: number): SQL | undefined {
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

/**
 * Locks the invitation with this code (or id); throws 404 for unknown ones. Looked up by the hash of the code, so that
 * timing reveals nothing about similar codes.
 */
async function lockInvitation(tx: Queries, code: string): Promise<Row> {
  const byCode = eq(invitations.codeHash, hashOf(code))
  const [row] = await tx
    .select()
    .from(invitations)
    .where(isUuid(code) ? or(byCode, eq(invitations.id, code)) : byCode)
    .for('update')
  if (!row) throw new RequestError(404, 'Invitation not found')
  return row
}

/** Revokes the pending invitation with this code (or id). Revoking twice is allowed; throws 409 for used and expired ones. */
export async function revokeInvitation(database: Database, code: string, actor: Actor): Promise<void> {
  const { actorId, ipAddress, now } = actor
  await database.transaction(async (tx) => {
    const row = await lockInvitation(tx, code)
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

/**
 * Lets the pending invitation with this code (or id) last 7 more days, to be sent again. Throws 409 for others, and for one
 * whose code can no longer be decrypted.
 */
export async function renewInvitation(
  database: Database,
  codes: InvitationCodes,
  given: string,
  { actorId, ipAddress, now }: Actor,
): Promise<Invitation> {
  return database.transaction(async (tx) => {
    const row = await lockInvitation(tx, given)
    if (invitationStatus(row, now) !== 'pending')
      throw new RequestError(409, 'Only pending invitations can be sent again')
    const code = codes.read(row.sealedCode)
    if (code === '') throw new RequestError(409, 'The code can no longer be decrypted. Revoke it and invite again.')
    const expiresAt = new Date(now + INVITATION.lifeMs)
    await tx.update(invitations).set({ expiresAt }).where(eq(invitations.id, row.id))
    const details = { invitation: row.id, email: row.email }
    await writeAudit(tx, { action: 'invitation.resent', userId: actorId, ipAddress, details, at: now })
    return toInvitation({ ...row, expiresAt }, code, await emailOf(tx, row.createdBy), now)
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
