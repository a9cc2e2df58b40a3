import { and, desc, eq, gte, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { AuditEntry, AuditLog } from '#contract/admin.ts'
import type { Queries } from '#server/database/database.ts'
import { auditEntries, users } from '#server/database/schema/identity.ts'
import { matchesEvidence } from './evidence.ts'
import { olderThan, type ExportSource } from './export.ts'
import { orderOf, rowsOf, type Paging } from './paging.ts'
import { contains, isUuid } from './queries.ts'

export interface AuditFilter {
  /** The actor. */
  readonly userId: string | undefined
  /** Part of the e-mail of the actor or of the affected user. */
  readonly email: string | undefined
  /** Part of an action's name. */
  readonly action: string | undefined
  readonly since: Date
  /** Only the rows behind this alert; the other filters are then ignored. */
  readonly alertId: string | undefined
}

const detail = (name: string) => sql`${auditEntries.details}->>${name}`

/** Entries by or about users with this part in their e-mail; deleted users keep theirs. */
function concerns(db: Queries, email: string | undefined): SQL | undefined {
  const isUser = contains(users.email, email)
  if (isUser === undefined) return undefined
  return or(
    inArray(auditEntries.userId, db.select({ id: users.id }).from(users).where(isUser)),
    contains(detail('target_email'), email),
    contains(detail('email'), email),
  )
}

async function matches(db: Queries, filter: AuditFilter): Promise<SQL | undefined> {
  if (filter.alertId !== undefined) return matchesEvidence(db, filter.alertId, auditEntries.id, 'audit_entries')
  return and(
    gte(auditEntries.createdAt, filter.since),
    filter.userId === undefined ? undefined : eq(auditEntries.userId, filter.userId),
    contains(auditEntries.action, filter.action),
    concerns(db, filter.email),
  )
}

async function count(db: Queries, matching: SQL | undefined): Promise<number> {
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(auditEntries)
    .where(matching)
  return counted?.total ?? 0
}

const selectEntries = (db: Queries) =>
  db
    .select({ entry: auditEntries, email: users.email })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.userId))

type Row = Awaited<ReturnType<typeof selectEntries>>[number]

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** E-mails of the affected users whom the entries name by their id alone. */
async function emailsOfTargets(db: Queries, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ entry: { details } }) => {
    const target = textOf(details['target'])
    return target !== undefined && isUuid(target) && textOf(details['target_email']) === undefined ? [target] : []
  })
  if (ids.length === 0) return new Map()
  const found = await db.select({ id: users.id, email: users.email }).from(users).where(inArray(users.id, ids))
  return new Map(found.map(({ id, email }) => [id, email]))
}

async function toEntries(db: Queries, rows: readonly Row[]): Promise<AuditEntry[]> {
  const emails = await emailsOfTargets(db, rows)
  return rows.map(({ entry, email }) => ({
    id: entry.id,
    user_id: entry.userId,
    user_email: email,
    action: entry.action,
    ip_address: entry.ipAddress,
    details: entry.details,
    created_at: entry.createdAt.toISOString(),
    target_email: textOf(entry.details['target_email']) ?? emails.get(textOf(entry.details['target']) ?? '') ?? null,
  }))
}

const NEWEST = [desc(auditEntries.createdAt), desc(auditEntries.seq)]
const SORTED = {
  created_at: auditEntries.createdAt,
  user_email: users.email,
  action: auditEntries.action,
  ip_address: auditEntries.ipAddress,
}

/** Audit entries, newest first by default, and how many match the filter. */
export async function listAudit(db: Queries, filter: AuditFilter, paging: Paging<'audit'> = {}): Promise<AuditLog> {
  const matching = await matches(db, filter)
  const { limit, offset } = rowsOf(paging)
  const rows = await selectEntries(db)
    .where(matching)
    .orderBy(...orderOf(paging.sort, SORTED, NEWEST))
    .limit(limit)
    .offset(offset)
  return { entries: await toEntries(db, rows), total: await count(db, matching) }
}

/** All entries that match, newest first. */
export const auditExport = (db: Queries, filter: AuditFilter): ExportSource<'audit'> => ({
  list: 'audit',
  count: async () => count(db, await matches(db, filter)),
  next: async (last, limit) => {
    const after = last && olderThan(auditEntries.createdAt, auditEntries.id, { time: last.created_at, id: last.id })
    const rows = await selectEntries(db)
      .where(and(await matches(db, filter), after))
      .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
      .limit(limit)
    return toEntries(db, rows)
  },
})
