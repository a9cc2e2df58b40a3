import type { Role } from '#contract/roles.ts'
import { violatedUnique } from '#server/database/errors.ts'
import { writeAudit, type AuditEntry } from './audit/audit.ts'
import type { IdentityContext } from './context.ts'
import type { Passwords } from './passwords.ts'
import { randomPassword } from './random-password.ts'
import { addUser } from './users.ts'

export interface CreateAccountDeps extends IdentityContext {
  readonly passwords: Pick<Passwords, 'hash'>
}

export interface AccountToCreate {
  /** Normalized. */
  readonly email: string
  readonly role: Role
  /** Generated when absent. */
  readonly password: string | undefined
  /** Who and what the audit log names, given the id of the new user. */
  readonly audit: (userId: string) => Pick<AuditEntry, 'userId' | 'details'>
}

/** The credentials of a new account. */
export interface CreatedAccount {
  /** Normalized. */
  readonly email: string
  /** Set only when it was generated here: to be shown once and never stored. */
  readonly password: string | undefined
}

/** Creates an account without an invitation and audits it. Resolves to undefined if the email is taken. */
export async function createAccount(
  { database, passwords, now }: CreateAccountDeps,
  { email, role, password, audit }: AccountToCreate,
): Promise<CreatedAccount | undefined> {
  const generated = password === undefined ? randomPassword() : undefined
  const passwordHash = await passwords.hash(password ?? generated ?? '')
  try {
    await database.transaction(async (tx) => {
      const userId = await addUser(tx, { email, role, passwordHash, now: now() })
      await writeAudit(tx, { action: 'user.created', ...audit(userId), at: now() })
    })
  } catch (error) {
    if (violatedUnique(error) === undefined) throw error
    return undefined
  }
  return { email, password: generated }
}
