import { violatedUnique } from '#server/database/errors.ts'
import { RequestError } from '#server/http/errors.ts'
import type { IdentityContext } from '../context.ts'
import { writeAudit } from '../audit/audit.ts'
import { openSession, type OpenedSession } from '../open-session.ts'
import { type Passwords, newPasswordProblem } from '../passwords.ts'
import type { ClientInfo } from '../sessions.ts'
import type { KeyedMutex } from '../keyed-mutex.ts'
import { addUser, normalizeEmail } from '../users.ts'
import { claimInvitation, recordUsedBy, pendingInvitation } from './invitations.ts'

export interface Registration extends ClientInfo {
  readonly code: string
  readonly email: string
  readonly password: string
}

export interface RegisterDeps extends IdentityContext {
  readonly passwords: Passwords
  /** Serializes registrations with the same code, so that only one of them computes a password hash. */
  readonly runExclusive: KeyedMutex
}

/** Retries when two users with the same local part register concurrently and collide on the user name. */
const MAX_ATTEMPTS = 5

/** The same error for every code that is not valid. */
export const invalidCode = (): RequestError => new RequestError(404, 'Invalid or expired invitation code')

/**
 * Creates the account of an invitation and signs it in. Throws 400 when the password violates a rule, 404 for a code that is
 * not valid (unknown, used, revoked, expired, or for another email), 409 when the address already has an account. Concurrent
 * registrations with one code create one account.
 */
export async function register(deps: RegisterDeps, registration: Registration): Promise<OpenedSession> {
  const problem = newPasswordProblem(registration.password, registration.email)
  if (problem) throw new RequestError(400, problem)
  return deps.runExclusive(registration.code, () => redeemCode(deps, registration))
}

async function redeemCode(deps: RegisterDeps, registration: Registration): Promise<OpenedSession> {
  const { database, passwords, now } = deps
  const invitation = await pendingInvitation(database.db, registration.code, now())
  if (!invitation || invitation.email !== normalizeEmail(registration.email)) throw invalidCode()
  const passwordHash = await passwords.hash(registration.password)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await createAccount(deps, invitation, { ...registration, passwordHash })
    } catch (error) {
      const violated = violatedUnique(error)
      if (violated === 'users_email_unique') throw new RequestError(409, 'A user with this email already exists')
      if (violated !== 'users_username_unique' || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function createAccount(
  { database, now: clock }: RegisterDeps,
  invitation: NonNullable<Awaited<ReturnType<typeof pendingInvitation>>>,
  registration: Registration & { readonly passwordHash: string },
): Promise<OpenedSession> {
  const now = clock()
  const { id: invitationId, email, role } = invitation
  const { passwordHash, ipAddress } = registration
  return database.transaction(async (tx) => {
    if (!(await claimInvitation(tx, invitationId, now))) throw invalidCode()
    const id = await addUser(tx, { email, role, passwordHash, now })
    await recordUsedBy(tx, invitationId, id)
    const details = { by: 'invitation', invitation: invitationId, target: id, role }
    await writeAudit(tx, { action: 'user.created', userId: id, ipAddress, details, at: now })
    return openSession(tx, { id, email, role }, { ...registration, remembered: false, now })
  })
}
