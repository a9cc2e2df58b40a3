import { eq } from 'drizzle-orm'
import { users } from '#server/database/schema/identity.ts'
import type { Principal } from '#server/http/access.ts'
import { RequestError } from '#server/http/errors.ts'
import { requireRecentProof, tooManyRequests } from '#server/http/guard.ts'
import type { IdentityContext } from '../context.ts'
import { writeAudit } from '../audit/audit.ts'
import { hasFactor } from '../factors/enrolled.ts'
import { newPasswordProblem } from '../new-password.ts'
import type { Passwords } from '../passwords.ts'
import { recordProof } from '../proof/proof-challenges.ts'
import { renewRefreshToken, type RenewedToken } from '../refresh-tokens.ts'
import { endSessionsOf, type SessionEnded } from '../sessions.ts'
import { admitPassword, uncountPassword } from '../throttle.ts'
import { canStillSignIn } from '../users.ts'

export interface PasswordChangeDeps extends IdentityContext {
  readonly passwords: Passwords
}

export interface PasswordChanged {
  /** The other sessions of the account. */
  readonly ended: readonly SessionEnded[]
  /** The only refresh token of the own session from now on. */
  readonly renewed: RenewedToken
}

const wrongPassword = () => new RequestError(400, 'The current password is not correct')

/**
 * Changes the user's own password, ends every other session of the account, and replaces the refresh token of the own one,
 * which may have been stolen as well. Throws 400 when the new password violates a rule or the current one is wrong, also if
 * it was changed meanwhile, and 401 if the session has ended. Attempts have to wait like proofs (429), so that a stolen token
 * cannot guess faster. Users with a second factor get 403 without a recent proof of it: the password alone proves nothing.
 */
export async function changePassword(
  { database, passwords, now }: PasswordChangeDeps,
  principal: Principal,
  change: { readonly current: string; readonly next: string; readonly ipAddress: string },
): Promise<PasswordChanged> {
  const { userId, sessionId, email } = principal
  const problem = newPasswordProblem(change.next, email)
  if (problem) throw new RequestError(400, problem)
  if (change.next === change.current) throw new RequestError(400, 'Password must be different from the current one')
  const provesByFactor = await hasFactor(database.db, userId)
  if (provesByFactor) requireRecentProof(principal)
  const waitMs = await admitPassword(database, email, now())
  if (waitMs !== undefined) throw tooManyRequests(Math.ceil(waitMs / 1000))
  const [user] = await database.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  const matches = await passwords.signedIn.withSlot((verify) => verify(change.current, user?.passwordHash))
  if (!user || !matches) throw wrongPassword()
  const passwordHash = await passwords.signedIn.hash(change.next)
  return database.transaction(async (tx) => {
    if (!(await canStillSignIn(tx, { id: userId, passwordHash: user.passwordHash }))) throw wrongPassword()
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await uncountPassword(tx, email)
    const at = now()
    const renewed = await renewRefreshToken(tx, sessionId, at)
    if (!renewed) throw new RequestError(401, 'The session has ended. Please sign in again.')
    if (!provesByFactor) await recordProof(tx, sessionId, at)
    const ended = await endSessionsOf(tx, userId, 'revoked', at, sessionId)
    const details = { sessions_ended: ended.length }
    await writeAudit(tx, { action: 'user.password_changed', userId, ipAddress: change.ipAddress, details, at })
    return { ended, renewed }
  })
}
