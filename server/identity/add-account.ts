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
  /** One is made when absent. */
  readonly password?: string | undefined
}

export interface AddedAccount {
  /** In normal form. */
  readonly email: string
  /** Only when it was made here: to be shown once and kept nowhere. */
  readonly password: string | undefined
}

/** Adds an account without an invitation, audited. Rejects in words for the operator when it cannot be. */
export async function addAccount(deps: AddAccountDeps, account: NewAccount): Promise<AddedAccount> {
  const { database, passwords, now } = deps
  const { role } = account
  const problem =
    emailProblem(account.email) ?? (account.password === undefined ? undefined : newPasswordProblem(account.password))
  if (problem !== undefined) throw new Error(problem)
  const email = normalizeEmail(account.email)
  // Sign-in takes no longer one: it would be an account that nobody can use.
  if (email.length > ADMIN_AREA.maxEmail) throw new Error(`Email must be at most ${ADMIN_AREA.maxEmail} characters`)
  // The first user is the administrator, whom the server makes: nobody else could let others in.
  if (!(await hasUsers(database.db)))
    throw new Error('There is nobody yet: start the server once, it makes the first administrator')
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
    throw new Error(`There is already a user ${email}`, { cause: error })
  }
  return { email, password: generated }
}
