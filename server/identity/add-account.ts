import { emailProblem } from '#contract/invitations.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { violatedUnique } from '#server/database/errors.ts'
import { writeAudit } from './audit/audit.ts'
import { normalizeEmail } from './email.ts'
import { newPasswordProblem } from './new-password.ts'
import type { Passwords } from './passwords.ts'
import { randomPassword } from './random-password.ts'
import { addUser, hasUsers } from './users.ts'

export interface AddAccountDeps {
  readonly database: Database
  readonly passwords: Pick<Passwords, 'hash'>
  readonly now: () => number
}

export interface NewAccount {
  readonly email: string
  readonly role: Role
  /** Generated when absent. */
  readonly password?: string | undefined
}

export interface AddedAccount {
  /** Normalized. */
  readonly email: string
  /** Set only when it was generated here: to be shown once and never stored. */
  readonly password: string | undefined
}

/** Adds an account without an invitation and audits it. Rejects with a message for the operator when it cannot. */
export async function addAccount(deps: AddAccountDeps, account: NewAccount): Promise<AddedAccount> {
  const { database, passwords, now } = deps
  const { role } = account
  const problem =
    emailProblem(account.email) ?? (account.password === undefined ? undefined : newPasswordProblem(account.password))
  if (problem !== undefined) throw new Error(problem)
  const email = normalizeEmail(account.email)
  // Sign-in rejects longer addresses, so the account would be unusable.
  if (email.length > ADMIN_AREA.maxEmail) throw new Error(`Email must be at most ${ADMIN_AREA.maxEmail} characters`)
  // The first user must be the administrator, created by the server: otherwise there would be none.
  if (!(await hasUsers(database.db)))
    throw new Error('There are no users yet: start the server once to create the first administrator')
  const generated = account.password === undefined ? randomPassword() : undefined
  const passwordHash = await passwords.hash(account.password ?? generated ?? '')
  try {
    await database.transaction(async (tx) => {
      const target = await addUser(tx, { email, role, passwordHash, now: now() })
      const details = { by: 'command line', target, role }
      await writeAudit(tx, { action: 'user.created', details, at: now() })
    })
  } catch (error) {
    if (violatedUnique(error) === undefined) throw error
    throw new Error(`A user with the email ${email} already exists`, { cause: error })
  }
  return { email, password: generated }
}
