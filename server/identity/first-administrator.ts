import type { Database } from '#server/database/database.ts'
import { violatedUnique } from '#server/database/errors.ts'
import { writeAudit } from './audit/audit.ts'
import { isCommonPassword } from './common-passwords.ts'
import { normalizeEmail } from './email.ts'
import { passwordError } from '#contract/password-rules.ts'
import type { Passwords } from './passwords.ts'
import { randomPassword } from './random-password.ts'
import { addUser, hasUsers } from './users.ts'

const DEFAULT_EMAIL = 'admin@pairbot.local'

/** Credentials for the first sign-in. `password` is set only when it was generated: to be shown once and never stored. */
export interface FirstAdministrator {
  readonly email: string
  readonly password: string | undefined
  /** True when the password from the settings is a commonly leaked one. */
  readonly isWeak: boolean
}

export interface FirstAdministratorDeps {
  readonly database: Database
  readonly passwords: Passwords
  readonly now: () => number
  readonly email: string | undefined
  readonly password: string | undefined
}

/** Creates the first administrator when there are no users; otherwise resolves to undefined. */
export async function createFirstAdministrator(deps: FirstAdministratorDeps): Promise<FirstAdministrator | undefined> {
  const { database, passwords, now } = deps
  if (await hasUsers(database.db)) return undefined
  const problem = deps.password === undefined ? undefined : passwordError(deps.password)
  if (problem) throw new Error(`The first administrator's password cannot be used: ${problem}`)
  const email = normalizeEmail(deps.email ?? DEFAULT_EMAIL)
  const generated = deps.password === undefined ? randomPassword() : undefined
  const passwordHash = await passwords.hash(deps.password ?? generated ?? '')
  try {
    await database.transaction(async (tx) => {
      const userId = await addUser(tx, { email, role: 'Admin', passwordHash, now: now() })
      await writeAudit(tx, { action: 'user.created', userId, details: { by: 'first start', role: 'Admin' }, at: now() })
    })
  } catch (error) {
    // Another process of the same deployment created it first.
    if (violatedUnique(error) !== undefined) return undefined
    throw error
  }
  return { email, password: generated, isWeak: deps.password !== undefined && isCommonPassword(deps.password) }
}
