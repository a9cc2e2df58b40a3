import { emailProblem } from '#contract/invitations.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import { createAccount, type CreateAccountDeps, type CreatedAccount } from './create-account.ts'
import { newPasswordProblem } from './new-password.ts'
import { hasUsers, normalizeEmail } from './users.ts'

export interface NewAccount {
  readonly email: string
  readonly role: Role
  /** Generated when absent. */
  readonly password?: string | undefined
}

/** Adds an account without an invitation and audits it. Rejects with a message for the operator when it cannot. */
export async function addAccount(
  deps: CreateAccountDeps,
  { email: given, role, password }: NewAccount,
): Promise<CreatedAccount> {
  const problem = emailProblem(given) ?? (password === undefined ? undefined : newPasswordProblem(password, given))
  if (problem !== undefined) throw new Error(problem)
  const email = normalizeEmail(given)
  // Sign-in rejects longer addresses, so the account would be unusable.
  if (email.length > ADMIN_AREA.maxEmail) throw new Error(`Email must be at most ${ADMIN_AREA.maxEmail} characters`)
  // The first user must be the administrator, created by the server: otherwise there would be none.
  if (!(await hasUsers(deps.database.db)))
    throw new Error('There are no users yet: start the server once to create the first administrator')
  const audit = (target: string) => ({ details: { by: 'command line', target, role } })
  const created = await createAccount(deps, { email, role, password, audit })
  if (!created) throw new Error(`A user with the email ${email} already exists`)
  return created
}
