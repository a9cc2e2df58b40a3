import type { Database } from '#server/database/database.ts'
import { violatedUnique } from '#server/database/errors.ts'
import { RequestError } from '#server/http/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import { normalizeEmail } from '../email.ts'
import { newPasswordProblem } from '../new-password.ts'
import { openSession, type OpenedSession } from '../open-session.ts'
import type { Passwords } from '../passwords.ts'
import type { ClientInfo } from '../sessions.ts'
import type { KeyedMutex } from '../keyed-mutex.ts'
import { addUser } from '../users.ts'
import { claimInvitation, recordUsedBy, pendingInvitation } from './invitations.ts'

export interface Registration extends ClientInfo {
  readonly code: string
  readonly email: string
  readonly password: string
}

export interface RegisterDeps {
  readonly database: Database
  readonly passwords: Passwords
  readonly now: () => number
  /** Who brings one code at the same moment waits here, so that only one of them costs a hash. */
  readonly runExclusive: KeyedMutex
}

/** Two people with the same local part may take the same user name at the same moment. */
const ATTEMPTS = 5

/** The one answer to every code that opens nothing. */
export const invalidCode = (): RequestError => new RequestError(404, 'Invalid or expired invitation code')

/**
 * Makes the account that an invitation allows, and signs it in. Throws 400 with the words of the password rules, 404 for a
 * code that opens nothing (unknown, used, revoked, expired, or not this e-mail's), 409 when the address has an account.
 * However often one code is used at the same moment, it makes one account.
 */
export async function register(deps: RegisterDeps, registration: Registration): Promise<OpenedSession> {
  const problem = newPasswordProblem(registration.password)
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
      if (violated !== 'users_username_unique' || attempt === ATTEMPTS) throw error
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
