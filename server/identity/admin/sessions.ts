import { and, desc, eq, gt, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { OwnSession } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { sessions, users } from '#server/database/schema/identity.ts'
import { RequestError } from '#server/http/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Actor } from '../request-context.ts'
import { endSession, endSessionsOf, type SessionEnded } from '../sessions.ts'
import { contains } from './queries.ts'

export interface SessionFilter {
  readonly userId?: string | undefined
  /** Neither revoked nor expired. */
  readonly isActive?: boolean | undefined
  /** Part of an email or IP address. */
  readonly search?: string | undefined
  /** Session of the request, which is marked in the list. */
  readonly currentId?: string | undefined
}

/** Sessions by last activity, newest first, and how many match the filter. */
export async function listSessions(
  db: Queries,
  filter: SessionFilter,
  now: number,
): Promise<{ sessions: OwnSession[]; total: number }> {
  const isLive = sql`(${and(isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date(now)))})`
  const matching = and(
    filter.userId === undefined ? undefined : eq(sessions.userId, filter.userId),
    filter.isActive === undefined ? undefined : filter.isActive ? isLive : not(isLive),
    or(contains(users.email, filter.search), contains(sessions.ipAddress, filter.search)),
  )
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(matching)
  const rows = await db
    .select({ session: sessions, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(matching)
    .orderBy(desc(sessions.lastActivityAt), desc(sessions.createdAt), desc(sessions.id))
    .limit(ADMIN_AREA.maxRows)
  return {
    sessions: rows.map(({ session, email }) => toAdminSession(session, email, filter.currentId)),
    total: counted?.total ?? 0,
  }
}

const toAdminSession = (
  row: typeof sessions.$inferSelect,
  email: string,
  currentId: string | undefined,
): OwnSession => ({
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

/** Ends all sessions of a user; throws 404 when there is no such user. */
export async function forceLogout(database: Database, userId: string, actor: Actor): Promise<readonly SessionEnded[]> {
  return database.transaction(async (tx) => {
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    if (!user) throw new RequestError(404, 'User not found')
    const ended = await endSessionsOf(tx, userId, 'revoked', actor.now)
    if (ended.length === 0) return ended
    const details = { target: userId, target_email: user.email, sessions_ended: ended.length }
    await writeAudit(tx, {
      action: 'session.force_logout',
      userId: actor.actorId,
      ipAddress: actor.ipAddress,
      details,
      at: actor.now,
    })
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
