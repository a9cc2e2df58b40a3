import { eq, sql } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { violatedUnique } from '#server/database/errors.ts'
import { users } from '#server/database/schema/identity.ts'
import { RequestError } from '#server/http/errors.ts'
import { writeAudit } from './audit/audit.ts'
import type { Actor } from './context.ts'

/** Normalizes an address, so that variants (case, spaces, full-width letters) share one account and one counter. */
export const normalizeEmail = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Suggested user name: the local part of the address. The caller ensures uniqueness. */
const suggestedName = (email: string): string => email.split('@', 1)[0] ?? email

/** An account as sign-in needs it. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly passwordHash: string
  /** False for deactivated and deleted accounts, which are rejected like unknown ones. */
  readonly canSignIn: boolean
  readonly isDeleted: boolean
}

/** Finds the account of a normalized email address. */
export async function findAccount(db: Queries, email: string): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email))
    // A deleted user may have been invited again.
    .orderBy(sql`${users.deletedAt} desc nulls first`)
    .limit(1)
  return row && accountOf(row)
}

function accountOf({ id, email, role, passwordHash, isActive, deletedAt }: typeof users.$inferSelect): Account {
  const isDeleted = deletedAt !== null
  return { id, email, role, passwordHash, canSignIn: isActive && !isDeleted, isDeleted }
}

/** True while the account is active and its password unchanged; locks the row, so that this stays true. */
export async function canStillSignIn(tx: Queries, account: Pick<Account, 'id' | 'passwordHash'>): Promise<boolean> {
  const [row] = await tx
    .select({ passwordHash: users.passwordHash, isActive: users.isActive, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, account.id))
    .for('no key update')
  return row !== undefined && row.isActive && row.deletedAt === null && row.passwordHash === account.passwordHash
}

/** The account with this id, locked until the transaction ends. */
export async function lockAccount(tx: Queries, id: string): Promise<Account | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return row && accountOf(row)
}

/** E-mail of a user, deleted or not; throws for an unknown id. */
export async function emailOf(db: Queries, id: string): Promise<string> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, id))
  if (!row) throw new Error(`There is no user ${id}`)
  return row.email
}

export async function hasUsers(db: Queries): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).limit(1)
  return rows.length > 0
}

export interface NewUser {
  /** Normalized. */
  readonly email: string
  readonly role: Role
  readonly passwordHash: string
  readonly now: number
}

/** Adds a user; the user name is the local part of the address, with a number when it is taken. */
export async function addUser(tx: Queries, user: NewUser): Promise<string> {
  const { email, role, passwordHash, now } = user
  const wanted = suggestedName(email)
  const similar = await tx
    .select({ username: users.username })
    .from(users)
    .where(sql`starts_with(lower(${users.username}), ${wanted}) and ${users.deletedAt} is null`)
  const taken = new Set(similar.map(({ username }) => username.toLowerCase()))
  let username = wanted
  for (let number = 2; taken.has(username); number += 1) username = `${wanted}${number}`
  const [row] = await tx
    .insert(users)
    .values({ email, username, role, passwordHash, createdAt: new Date(now) })
    .returning({ id: users.id })
  if (!row) throw new Error('The new user was not returned')
  return row.id
}

/** Records when a user signed in; returns the user's name. */
export async function recordSignIn(tx: Queries, userId: string, now: number): Promise<string> {
  const [row] = await tx
    .update(users)
    .set({ lastLoginAt: new Date(now) })
    .where(eq(users.id, userId))
    .returning({ username: users.username })
  return named(row, userId)
}

/** The name of a user, deleted or not; throws for an unknown id. */
export async function usernameOf(db: Queries, id: string): Promise<string> {
  const [row] = await db.select({ username: users.username }).from(users).where(eq(users.id, id))
  return named(row, id)
}

function named(row: { readonly username: string } | undefined, id: string): string {
  if (!row) throw new Error(`There is no user ${id}`)
  return row.username
}

/** Changes the user's own name, audited, unless it is the current one. Throws 409 if another user has it, in any case. */
export async function rename(database: Database, username: string, { actorId, ipAddress, now }: Actor): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      const [row] = await tx
        .select({ username: users.username })
        .from(users)
        .where(eq(users.id, actorId))
        .for('no key update')
      const from = named(row, actorId)
      if (from === username) return
      await tx.update(users).set({ username }).where(eq(users.id, actorId))
      const details = { from, to: username }
      await writeAudit(tx, { action: 'user.renamed', userId: actorId, ipAddress, details, at: now })
    })
  } catch (error) {
    if (violatedUnique(error) !== 'users_username_unique') throw error
    throw new RequestError(409, 'Another user has this name')
  }
}
