import { eq } from 'drizzle-orm'
import { users } from '#server/database/schema/identity.ts'
import type { Principal } from '#server/http/access.ts'
import { RequestError } from '#server/http/errors.ts'
import { tooManyRequests } from '#server/http/guard.ts'
import type { IdentityContext } from '../context.ts'
import { writeAudit } from '../audit/audit.ts'
import { normalizeEmail } from '../users.ts'
import { newPasswordProblem } from '../new-password.ts'
import type { Passwords } from '../passwords.ts'
import { endSessionsOf, type SessionEnded } from '../sessions.ts'
import { admitAttempt, uncountAttempt } from '../throttle.ts'

export interface PasswordChangeDeps extends IdentityContext {
  readonly passwords: Passwords
}

/**
 * Changes the user's own password and ends every other session of the account. Throws 400 when the new password violates a
 * rule or the current one is wrong. Attempts are throttled like sign-ins (429), so that a stolen token cannot guess faster.
 */
export async function changePassword(
  { database, passwords, now }: PasswordChangeDeps,
  principal: Principal,
  change: { readonly current: string; readonly next: string; readonly ipAddress: string },
): Promise<readonly SessionEnded[]> {
  const problem = newPasswordProblem(change.next)
  if (problem) throw new RequestError(400, problem)
  const { userId, sessionId } = principal
  const attempt = { email: normalizeEmail(principal.email), ipAddress: change.ipAddress }
  const admission = await admitAttempt(database, attempt, now())
  if (admission.kind !== 'admitted') throw tooManyRequests(Math.ceil(admission.waitMs / 1000))
  const [user] = await database.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  const matches = await passwords.withSlot((verify) => verify(change.current, user?.passwordHash))
  if (!matches) throw new RequestError(400, 'The current password is not correct')
  const passwordHash = await passwords.hash(change.next)
  return database.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await uncountAttempt(tx, attempt)
    const at = now()
    const ended = await endSessionsOf(tx, userId, 'revoked', at, sessionId)
    const details = { sessions_ended: ended.length }
    await writeAudit(tx, { action: 'user.password_changed', userId, ipAddress: change.ipAddress, details, at })
    return ended
  })
}
