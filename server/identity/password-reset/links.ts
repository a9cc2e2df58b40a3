import { and, count, eq, gt, isNull, lt } from 'drizzle-orm'
import { PASSWORD_RESET } from '#contract/limits.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { passwordResets } from '#server/database/schema/password-resets.ts'
import { RequestError } from '#server/http/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Actor } from '../context.ts'
import { hashOf, newSecret } from '../secrets.ts'

/** A new link: its secret, and when it ends, unix ms. */
export interface ResetLink {
  readonly token: string
  readonly expiresAt: number
}

async function addLink(tx: Queries, userId: string, now: number): Promise<ResetLink> {
  const token = newSecret()
  const expiresAt = now + PASSWORD_RESET.linkLifeMs
  await tx
    .insert(passwordResets)
    .values({ hash: hashOf(token), userId, createdAt: new Date(now), expiresAt: new Date(expiresAt) })
  return { token, expiresAt }
}

/** Makes a link for a user on behalf of an Admin. Throws 404 without an active user of this id. */
export function createLinkFor(database: Database, userId: string, actor: Actor): Promise<ResetLink> {
  return database.transaction(async (tx) => {
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.isActive, true), isNull(users.deletedAt)))
    if (!user) throw new RequestError(404, 'User not found')
    const link = await addLink(tx, userId, actor.now)
    await writeAudit(tx, {
      action: 'user.reset_link_created',
      userId: actor.actorId,
      ipAddress: actor.ipAddress,
      details: { target: userId, target_email: user.email },
      at: actor.now,
    })
    return link
  })
}

/** Makes a link that the user asked for; undefined without an active account, and beyond three links an hour. */
export function createRequestedLink(
  database: Database,
  email: string,
  ipAddress: string,
  now: number,
): Promise<ResetLink | undefined> {
  return database.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), eq(users.isActive, true), isNull(users.deletedAt)))
      .for('no key update')
    if (!user) return undefined
    const recently = new Date(now - PASSWORD_RESET.windowMs)
    const [made] = await tx
      .select({ links: count() })
      .from(passwordResets)
      .where(and(eq(passwordResets.userId, user.id), gt(passwordResets.createdAt, recently)))
    if ((made?.links ?? 0) >= PASSWORD_RESET.linksPerWindow) return undefined
    const link = await addLink(tx, user.id, now)
    const details = { target: user.id, target_email: email }
    await writeAudit(tx, { action: 'user.reset_requested', ipAddress, details, at: now })
    return link
  })
}

/** Deletes the links that have ended and count no more. */
export async function dropOldResetLinks(tx: Queries, now: number): Promise<void> {
  await tx.delete(passwordResets).where(lt(passwordResets.createdAt, new Date(now - PASSWORD_RESET.windowMs)))
}
