import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { AdminUser, AdminUsers } from '#contract/admin.ts'
import type { Role } from '#contract/roles.ts'
import type { Queries } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { contains } from './queries.ts'

type Row = typeof users.$inferSelect

export interface UserFilter {
  readonly page: number
  readonly pageSize: number
  readonly role: Role | undefined
  readonly isActive: boolean | undefined
  /** Part of an email address or user name. */
  readonly search: string | undefined
}

export const toAdminUser = (row: Row): AdminUser => ({
  id: row.id,
  email: row.email,
  username: row.username,
  role: row.role,
  is_active: row.isActive,
  created_at: row.createdAt.toISOString(),
  last_login: row.lastLoginAt?.toISOString() ?? null,
})

/** One page of the users, newest first and without deleted ones, and how many match the filter. */
export async function listUsers(db: Queries, filter: UserFilter): Promise<AdminUsers> {
  const matching = and(
    isNull(users.deletedAt),
    filter.role && eq(users.role, filter.role),
    filter.isActive === undefined ? undefined : eq(users.isActive, filter.isActive),
    or(contains(users.email, filter.search), contains(users.username, filter.search)),
  )
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(users)
    .where(matching)
  const rows = await db
    .select()
    .from(users)
    .where(matching)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
  return { users: rows.map(toAdminUser), total: counted?.total ?? 0 }
}

/** Finds a user; undefined for unknown and deleted ones. */
export async function findUser(db: Queries, id: string): Promise<AdminUser | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return row && toAdminUser(row)
}
