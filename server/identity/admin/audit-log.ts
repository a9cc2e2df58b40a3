import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, or, sql, type SQL, type Column } from 'drizzle-orm'
import type { AuditEntry, AuditLog, Evidence } from '#contract/admin.ts'
import type { AuditFilter, ListQuery, Paging } from '#contract/list-queries.ts'
import { parseSort } from '#contract/sorting.ts'
import type { Queries } from '#server/database/database.ts'
import { auditEntries, users } from '#server/database/schema/identity.ts'
import { olderThan, type ExportSource } from './export.ts'
import { contains, hoursAgo, inRange, isUuid, orderOf, rowsOf } from './queries.ts'
import { securityAlerts } from '#server/database/schema/people.ts'
import { RequestError } from '#server/http/errors.ts'
import type { LogCounts } from './attempts.ts'

/** Condition for the rows behind an alert; throws 404 when there is no such alert. */
export async function matchesEvidence(db: Queries, alertId: string, ids: Column, part: keyof Evidence): Promise<SQL> {
  const [alert] = await db
    .select({ evidence: securityAlerts.evidence })
    .from(securityAlerts)
    .where(eq(securityAlerts.id, alertId))
  if (!alert) throw new RequestError(404, 'Alert not found')
  return inArray(ids, alert.evidence[part])
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

/** Conditions other than the time. */
const matchesParts = (db: Queries, filter: AuditFilter) =>
  and(
    filter.user_id === undefined ? undefined : eq(auditEntries.userId, filter.user_id),
    contains(auditEntries.action, filter.action),
    concerns(db, filter.email),
  )

/** Of an alert all rows behind it: the other filters are then ignored. */
async function matches(db: Queries, filter: AuditFilter, now: number): Promise<SQL | undefined> {
  if (filter.alert_id !== undefined) return matchesEvidence(db, filter.alert_id, auditEntries.id, 'audit_entries')
  return and(gte(auditEntries.createdAt, hoursAgo(filter.hours_back, now)), matchesParts(db, filter))
}

/** How many match, counted as `LogCounts` does. */
async function total(db: Queries, query: ListQuery<'audit'>, counts: LogCounts, now: number): Promise<number> {
  const { hours_back: hours, page: _page, page_size: _size, sort: _sort, ...filter } = query
  if (filter.alert_id !== undefined) return db.$count(auditEntries, await matches(db, query, now))
  return counts.count(JSON.stringify(filter), hoursAgo(hours, now), (from, until) =>
    db.$count(auditEntries, and(inRange(auditEntries.createdAt, from, until), matchesParts(db, query))),
  )
}

const selectEntries = (db: Queries) =>
  db
    .select({ entry: auditEntries, email: users.email, username: users.username })
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
  return rows.map(({ entry, email, username }) => ({
    id: entry.id,
    user_id: entry.userId,
    user_email: email,
    user_name: username,
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

type Page = ReturnType<typeof rowsOf>

/**
 * Entries in the order of their users' e-mails, then those of the server. Not in one query: joining all entries with all users
 * takes longer than the rest of the answer.
 */
async function selectByUser(
  db: Queries,
  matching: SQL | undefined,
  isDescending: boolean,
  { limit, offset }: Page,
): Promise<readonly Row[]> {
  const hasUser = and(matching, isNotNull(auditEntries.userId))
  const ofUsers: readonly Row[] = await db
    .select({ entry: auditEntries, email: users.email, username: users.username })
    .from(auditEntries)
    .innerJoin(users, eq(users.id, auditEntries.userId))
    .where(hasUser)
    .orderBy((isDescending ? desc : asc)(SORTED.user_email), ...NEWEST)
    .limit(limit)
    .offset(offset)
  if (ofUsers.length === limit) return ofUsers
  const before = offset === 0 ? ofUsers.length : await db.$count(auditEntries, hasUser)
  const ofServer = await selectEntries(db)
    .where(and(matching, isNull(auditEntries.userId)))
    .orderBy(...NEWEST)
    .limit(limit - ofUsers.length)
    .offset(Math.max(0, offset - before))
  return [...ofUsers, ...ofServer]
}

async function selectPage(db: Queries, matching: SQL | undefined, paging: Paging<'audit'>): Promise<readonly Row[]> {
  const page = rowsOf(paging)
  const { column, isDescending } = parseSort(paging.sort ?? '-created_at')
  if (column === 'user_email') return selectByUser(db, matching, isDescending, page)
  return selectEntries(db)
    .where(matching)
    .orderBy(...orderOf(paging.sort, SORTED, NEWEST))
    .limit(page.limit)
    .offset(page.offset)
}

/** Audit entries, newest first by default, and how many match the filter. */
export async function listAudit(
  db: Queries,
  query: ListQuery<'audit'>,
  counts: LogCounts,
  now: number,
): Promise<AuditLog> {
  const rows = await selectPage(db, await matches(db, query, now), query)
  return { entries: await toEntries(db, rows), total: await total(db, query, counts, now) }
}

/** All entries that match, newest first. */
export const auditExport = (db: Queries, filter: AuditFilter, now: number): ExportSource<'audit'> => ({
  list: 'audit',
  count: async () => db.$count(auditEntries, await matches(db, filter, now)),
  next: async (last, limit) => {
    const after = last && olderThan(auditEntries.createdAt, auditEntries.id, { time: last.created_at, id: last.id })
    const rows = await selectEntries(db)
      .where(and(await matches(db, filter, now), after))
      .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
      .limit(limit)
    return toEntries(db, rows)
  },
})
