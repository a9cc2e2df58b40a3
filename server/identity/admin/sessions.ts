import { and, desc, eq, gt, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { OwnSession } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { SessionFilter, ListQuery } from '#contract/list-queries.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { sessions, users } from '#server/database/schema/identity.ts'
import type { Principal } from '#server/http/access.ts'
import { RequestError } from '#server/http/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Actor } from '../context.ts'
import { endSession, endSessionsOf, type SessionEnded } from '../sessions.ts'
import { olderThan, type ExportSource } from './export.ts'
import { contains, orderOf, rowsOf } from './queries.ts'
import { endAccessOf, type EndedAccess } from '#server/identity/ended-access.ts'

function matches({ user_id: userId, is_active: isActive, is_revoked: isRevoked, search }: SessionFilter, now: number) {
  const isLive = sql`(${and(isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date(now)))})`
  return and(
    userId === undefined ? undefined : eq(sessions.userId, userId),
    isActive === undefined ? undefined : isActive ? isLive : not(isLive),
    isRevoked === undefined ? undefined : (isRevoked ? isNotNull : isNull)(sessions.revokedAt),
    or(contains(users.email, search), contains(sessions.ipAddress, search)),
  )
}

async function countSessions(db: Queries, filter: SessionFilter, now: number): Promise<number> {
  const counting = db.select({ total: sql<number>`count(*)::int` }).from(sessions)
  // Only a search looks at the users.
  const [counted] = await (filter.search === undefined
    ? counting.where(matches(filter, now))
    : counting.innerJoin(users, eq(users.id, sessions.userId)).where(matches(filter, now)))
  return counted?.total ?? 0
}

const selectSessions = (db: Queries) =>
  db.select({ session: sessions, email: users.email }).from(sessions).innerJoin(users, eq(users.id, sessions.userId))

const LAST_USED = [desc(sessions.lastActivityAt), desc(sessions.createdAt), desc(sessions.id)]
const SORTED = {
  user_email: users.email,
  ip_address: sessions.ipAddress,
  created_at: sessions.createdAt,
  last_activity_at: sessions.lastActivityAt,
  expires_at: sessions.expiresAt,
}

/** Sessions, the current one marked, by default those used last first, and how many match the filter. */
export async function listSessions(
  db: Queries,
  query: ListQuery<'sessions'>,
  currentId: string,
  now: number,
): Promise<{ sessions: OwnSession[]; total: number }> {
  const { limit, offset } = rowsOf(query)
  const rows = await selectSessions(db)
    .where(matches(query, now))
    .orderBy(...orderOf(query.sort, SORTED, LAST_USED))
    .limit(limit)
    .offset(offset)
  return {
    sessions: rows.map(({ session, email }) => toAdminSession(session, email, currentId)),
    total: await countSessions(db, query, now),
  }
}

/** All sessions that match, the newest sign-in first: the last activity changes meanwhile. */
export const sessionsExport = (db: Queries, filter: SessionFilter, now: number): ExportSource<'sessions'> => ({
  list: 'sessions',
  count: () => countSessions(db, filter, now),
  next: async (last, limit) => {
    const after = last && olderThan(sessions.createdAt, sessions.id, { time: last.created_at, id: last.id })
    const rows = await selectSessions(db)
      .where(and(matches(filter, now), after))
      .orderBy(desc(sessions.createdAt), desc(sessions.id))
      .limit(limit)
    return rows.map(({ session, email }) => toAdminSession(session, email))
  },
})

const toAdminSession = (row: typeof sessions.$inferSelect, email: string, currentId?: string): OwnSession => ({
  id: row.id,
  user_id: row.userId,
  user_email: email,
  ip_address: row.ipAddress || null,
  created_at: row.createdAt.toISOString(),
  last_activity_at: row.lastActivityAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  is_revoked: row.revokedAt !== null,
  user_agent: row.userAgent,
  is_current: row.id === currentId,
})

/** Ends one session, of `ownerId` only when given; undefined when it had already ended. Throws 404 when there is none. */
export async function revokeSession(
  database: Database,
  id: string,
  actor: Actor,
  ownerId?: string,
): Promise<SessionEnded | undefined> {
  return database.transaction(async (tx) => {
    const [session] = await tx
      .select({ userId: sessions.userId, email: users.email })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, id), ownerId === undefined ? undefined : eq(sessions.userId, ownerId)))
    if (!session) throw new RequestError(404, 'Session not found')
    const ended = await endSession(tx, id, 'revoked', actor.now)
    if (!ended) return undefined
    const details = { session: id, target: session.userId, target_email: session.email }
    await writeAudit(tx, {
      action: 'session.revoked',
      userId: actor.actorId,
      ipAddress: actor.ipAddress,
      details,
      at: actor.now,
    })
    return ended
  })
}

/** Ends all sessions of a user and revokes the API tokens; throws 404 when there is no such user. */
export async function forceLogout(database: Database, userId: string, actor: Actor): Promise<EndedAccess> {
  return database.transaction(async (tx) => {
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    if (!user) throw new RequestError(404, 'User not found')
    const access = await endAccessOf(tx, userId, 'revoked', actor.now)
    if (access.ended.length === 0) return access
    const details = { target: userId, target_email: user.email, ...access.counts }
    await writeAudit(tx, {
      action: 'session.force_logout',
      userId: actor.actorId,
      ipAddress: actor.ipAddress,
      details,
      at: actor.now,
    })
    return access
  })
}

/** Ends every session of the actor but the one that asks. */
export function endOtherSessions(
  database: Database,
  { sessionId, email }: Pick<Principal, 'sessionId' | 'email'>,
  { actorId: userId, ipAddress, now: at }: Actor,
): Promise<readonly SessionEnded[]> {
  return database.transaction(async (tx) => {
    const ended = await endSessionsOf(tx, userId, 'revoked', at, sessionId)
    if (ended.length === 0) return ended
    const details = { target: userId, target_email: email, sessions_ended: ended.length }
    await writeAudit(tx, { action: 'session.force_logout', userId, ipAddress, details, at })
    return ended
  })
}

/** Deletes sessions that were revoked more than 7 days ago and returns how many. */
export async function cleanUpSessions(database: Database, actor: Actor): Promise<number> {
  return database.transaction(async (tx) => {
    const deleted = await tx
      .delete(sessions)
      .where(lt(sessions.revokedAt, new Date(actor.now - ADMIN_AREA.cleanupAfterMs)))
      .returning({ id: sessions.id })
    await writeAudit(tx, {
      action: 'session.cleaned_up',
      userId: actor.actorId,
      ipAddress: actor.ipAddress,
      details: { deleted: deleted.length },
      at: actor.now,
    })
    return deleted.length
  })
}
