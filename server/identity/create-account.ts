import type { Role } from '#contract/roles.ts'
import { violatedUnique } from '#server/database/errors.ts'
import { writeAudit, type AuditEntry } from './audit/audit.ts'
import type { IdentityContext } from './context.ts'
import { type Passwords, newPasswordProblem } from './passwords.ts'
import { addUser, hasUsers, normalizeEmail } from './users.ts'
import { randomInt } from 'node:crypto'
import { passwordError } from '#contract/password-rules.ts'
import { emailProblem } from '#contract/invitations.ts'
import { ADMIN_AREA } from '#contract/limits.ts'

/** Excludes characters that look alike in a terminal. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
/** 20 characters of 55: 115 bits. */
const LENGTH = 20

/** A random password that satisfies the password rules. */
function randomPassword(): string {
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (passwordError(password) === undefined) return password
  }
}

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
