import { passwordError } from '#contract/password-rules.ts'
import { createAccount, type CreateAccountDeps, type CreatedAccount } from './create-account.ts'
import { hasUsers, normalizeEmail } from './users.ts'
import { newPasswordProblem } from './passwords.ts'

const DEFAULT_EMAIL = 'admin@pairbot.local'

/** Credentials for the first sign-in. */
export interface FirstAdministrator extends CreatedAccount {
  /** True when the password from the settings could not be chosen by a user: it is easily guessed. */
  readonly isWeak: boolean
}

export interface FirstAdministratorDeps extends CreateAccountDeps {
  readonly email: string | undefined
  readonly password: string | undefined
}

/** Creates the first administrator when there are no users; otherwise resolves to undefined. */
export async function createFirstAdministrator(deps: FirstAdministratorDeps): Promise<FirstAdministrator | undefined> {
  const { password } = deps
  if (await hasUsers(deps.database.db)) return undefined
  const problem = password === undefined ? undefined : passwordError(password)
  if (problem) throw new Error(`The first administrator's password cannot be used: ${problem}`)
  const email = normalizeEmail(deps.email ?? DEFAULT_EMAIL)
  const audit = (userId: string) => ({ userId, details: { by: 'first start', role: 'Admin' } })
  // Undefined if another process of the same deployment created it first.
  const created = await createAccount(deps, { email, role: 'Admin', password, audit })
  return created && { ...created, isWeak: password !== undefined && newPasswordProblem(password, email) !== undefined }
}
