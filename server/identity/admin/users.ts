import { and, desc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm'
import type { AdminUser, AdminUsers } from '#contract/admin.ts'
import type { UserFilter, ListQuery } from '#contract/list-queries.ts'
import type { Queries } from '#server/database/database.ts'
import { passkeys, recoveryCodes, totpFactors } from '#server/database/schema/factors.ts'
import { users } from '#server/database/schema/identity.ts'
import { olderThan, type ExportSource } from './export.ts'
import { contains, orderOf, rowsOf } from './queries.ts'

// Drizzle names a column without its table in what is selected, where a subquery has columns of the same name.
const userId = sql`${users}.${sql.identifier(users.id.name)}`
const confirmedTotp = sql`exists (select 1 from ${totpFactors} where ${totpFactors.userId} = ${userId} and ${totpFactors.confirmedAt} is not null)`
const anyPasskey = sql`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${userId})`
/** Whether the user has a second factor. Recovery codes alone are none. */
export const hasFactor = sql<boolean>`(${confirmedTotp} or ${anyPasskey})`

const COLUMNS = {
  ...getTableColumns(users),
  hasTotp: sql<boolean>`${confirmedTotp}`,
  passkeys: sql<number>`(select count(*)::int from ${passkeys} where ${passkeys.userId} = ${userId})`,
  recoveryCodes: sql<number>`(select count(*)::int from ${recoveryCodes} where ${recoveryCodes.userId} = ${userId})`,
}
type Row = typeof users.$inferSelect &
  Readonly<Record<'passkeys' | 'recoveryCodes', number>> & { readonly hasTotp: boolean }

const toAdminUser = (row: Row): AdminUser => ({
  id: row.id,
  email: row.email,
  username: row.username,
  role: row.role,
  is_active: row.isActive,
  created_at: row.createdAt.toISOString(),
  last_login: row.lastLoginAt?.toISOString() ?? null,
  has_totp: row.hasTotp,
  passkeys: row.passkeys,
  recovery_codes_left: row.recoveryCodes,
})

/** Without deleted ones. */
const matches = ({ role, is_active: isActive, has_factor: isSet, search }: UserFilter) =>
  and(
    isNull(users.deletedAt),
    role && eq(users.role, role),
    isActive === undefined ? undefined : eq(users.isActive, isActive),
    isSet === undefined ? undefined : eq(hasFactor, isSet),
    or(contains(users.email, search), contains(users.username, search)),
  )

const NEWEST = [desc(users.createdAt), desc(users.id)]
const SORTED = {
  email: users.email,
  username: users.username,
  role: users.role,
  is_active: users.isActive,
  created_at: users.createdAt,
  last_login: users.lastLoginAt,
}

/** One page of the users, newest first by default, and how many match the filter. */
export async function listUsers(db: Queries, query: ListQuery<'users'>): Promise<AdminUsers> {
  const { limit, offset } = rowsOf(query)
  const rows = await db
    .select(COLUMNS)
    .from(users)
    .where(matches(query))
    .orderBy(...orderOf(query.sort, SORTED, NEWEST))
    .limit(limit)
    .offset(offset)
  return { users: rows.map(toAdminUser), total: await db.$count(users, matches(query)) }
}

/** All users that match, newest first. */
export const usersExport = (db: Queries, filter: UserFilter): ExportSource<'users'> => ({
  list: 'users',
  count: () => db.$count(users, matches(filter)),
  next: async (last, limit) => {
    const after = last && olderThan(users.createdAt, users.id, { time: last.created_at, id: last.id })
    const rows = await db
      .select(COLUMNS)
      .from(users)
      .where(and(matches(filter), after))
      .orderBy(...NEWEST)
      .limit(limit)
    return rows.map(toAdminUser)
  },
})

/** Finds a user; undefined for unknown and deleted ones. */
export async function findUser(db: Queries, id: string): Promise<AdminUser | undefined> {
  const [row] = await db
    .select(COLUMNS)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return row && toAdminUser(row)
}

/** Reads a user, deleted or not, who exists. */
export async function readUser(db: Queries, id: string): Promise<AdminUser> {
  const [row] = await db.select(COLUMNS).from(users).where(eq(users.id, id))
  if (!row) throw new Error(`There is no user ${id}`)
  return toAdminUser(row)
}
