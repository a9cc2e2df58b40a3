import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { passwordResets } from '#server/database/schema/password-resets.ts'
import { RequestError } from '#server/http/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import type { IdentityContext } from '../context.ts'
import { type Passwords, newPasswordProblem } from '../passwords.ts'
import { hashOf } from '../secrets.ts'
import type { SessionEnded } from '../sessions.ts'
import { uncountAttempt } from '../throttle.ts'
import { endAccessOf } from '#server/identity/ended-access.ts'

export interface ResetDeps extends IdentityContext {
  readonly passwords: Passwords
}

const invalidLink = () => new RequestError(400, 'This link is invalid or has expired. Ask for a new one.')

const ownerOf = (db: Queries, hash: Uint8Array, now: number) =>
  db
    .select({ id: users.id, email: users.email })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(
      and(
        eq(passwordResets.hash, hash),
        gt(passwordResets.expiresAt, new Date(now)),
        eq(users.isActive, true),
        isNull(users.deletedAt),
      ),
    )

/**
 * Sets a new password with the secret of a link, ends all sessions, revokes all API tokens and uses up every link of the user.
 * Second factors stay. Throws 400 for a link that was used, has ended or never was, with one text, and for a password that
 * violates a rule, after which the link can still be used.
 */
export async function resetPassword(
  { database, passwords, now }: ResetDeps,
  { token, password, ipAddress }: { readonly token: string; readonly password: string; readonly ipAddress: string },
): Promise<readonly SessionEnded[]> {
  const hash = hashOf(token)
  const [owner] = await ownerOf(database.db, hash, now())
  if (!owner) throw invalidLink()
  const { id: userId, email } = owner
  const problem = newPasswordProblem(password, email)
  if (problem) throw new RequestError(400, problem)
  const passwordHash = await passwords.hash(password)
  return database.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const at = now()
    // Used by another request, or the account deactivated, while the hash was computed.
    if ((await ownerOf(tx, hash, at)).length === 0) throw invalidLink()
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await uncountAttempt(tx, { email, ipAddress })
    const { ended, counts } = await endAccessOf(tx, userId, 'revoked', at)
    const details = { target: userId, target_email: email, ...counts }
    await writeAudit(tx, { action: 'user.password_reset', userId, ipAddress, details, at })
    return ended
  })
}
