import type { Role } from '#contract/roles.ts'
import { and, eq, gt, isNull, lt, lte, ne } from 'drizzle-orm'
import type { SESSION_END_REASONS } from '#contract/auth.ts'
import { PROOF, SESSION } from '#contract/limits.ts'
import type { Principal, Refusal } from '#server/http/access.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { unlessReadOnly } from '#server/database/errors.ts'
import { sessions, users } from '#server/database/schema/identity.ts'
import type { UnstoredSessions } from './unstored-sessions.ts'

export type SessionEndReason = (typeof SESSION_END_REASONS)[number]

/** A session that has just ended. Its sockets must be closed. */
export interface SessionEnded {
  readonly sessionId: string
  readonly userId: string
  readonly reason: SessionEndReason
}

/** Client of a request, as recorded with a session. */
export interface ClientInfo {
  readonly ipAddress: string
  readonly userAgent: string
}

/** Minimum interval between activity updates, so that reads do not cause a write each. */
const ACTIVITY_INTERVAL_MS = 60_000
const MAX_USER_AGENT = 256

export interface NewSession extends ClientInfo {
  readonly userId: string
  readonly remembered: boolean
  readonly now: number
}

export interface Lifetime {
  readonly createdAt: Date
  readonly remembered: boolean
}

/** When a session ends however much it is used, unix ms. */
export const latestEndOf = ({ createdAt, remembered }: Lifetime): number =>
  createdAt.getTime() + (remembered ? SESSION.refreshRememberedMs : SESSION.refreshUnrememberedMs)

/** When a session ends that is not used after `now`, unix ms. A remembered one outlives the closed browser. */
export const endWithoutUse = (session: Lifetime, now: number): number =>
  Math.min(now + (session.remembered ? SESSION.refreshIdleMs : SESSION.idleMs), latestEndOf(session))

/** Starts a session; returns its id, its end if it is not used (unix ms) and its latest possible end. */
export async function startSession(
  tx: Queries,
  session: NewSession,
): Promise<{ readonly id: string; readonly expiresAt: number; readonly latestEnd: number }> {
  const { userId, remembered, now, ipAddress, userAgent } = session
  const lifetime = { createdAt: new Date(now), remembered }
  const expiresAt = endWithoutUse(lifetime, now)
  const [row] = await tx
    .insert(sessions)
    .values({
      userId,
      remembered,
      ipAddress,
      userAgent: userAgent.slice(0, MAX_USER_AGENT),
      createdAt: lifetime.createdAt,
      lastActivityAt: new Date(now),
      expiresAt: new Date(expiresAt),
    })
    .returning({ id: sessions.id })
  if (!row) throw new Error('The new session was not returned')
  return { id: row.id, expiresAt, latestEnd: latestEndOf(lifetime) }
}

/** How a request proves its session. */
export interface SessionProof {
  readonly sessionId: string
  /** When its access token was issued, unix ms. */
  readonly issuedAt: number
}

/** The user of a live session, or why the session is rejected. Not cached, so that revocations take effect at once. */
export async function principalOfSession(
  database: Database,
  unstored: UnstoredSessions,
  { sessionId, issuedAt }: SessionProof,
  now: number,
): Promise<Principal | Extract<Refusal, 'session-ended' | 'account-inactive'> | { readonly roleNow: Role }> {
  const [row] = await database.db
    .select({
      userId: users.id,
      email: users.email,
      role: users.role,
      isActive: users.isActive,
      deletedAt: users.deletedAt,
      createdAt: sessions.createdAt,
      remembered: sessions.remembered,
      expiresAt: sessions.expiresAt,
      revokedAt: sessions.revokedAt,
      revokedReason: sessions.revokedReason,
      lastActivityAt: sessions.lastActivityAt,
      tokensRenewedAt: sessions.tokensRenewedAt,
      provenAt: sessions.provenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sessionId))
  if (row?.revokedReason === 'role' && row.isActive && !row.deletedAt) return { roleNow: row.role }
  if (!row || row.revokedAt || unstored.endOf(sessionId, row.expiresAt.getTime()) <= now) return 'session-ended'
  if (row.tokensRenewedAt && isReplaced(issuedAt, row.tokensRenewedAt.getTime(), now)) return 'session-ended'
  if (!row.isActive || row.deletedAt) return 'account-inactive'
  if (row.lastActivityAt.getTime() <= now - ACTIVITY_INTERVAL_MS) {
    const isStored = await unlessReadOnly(database.transaction((tx) => recordActivity(tx, { ...row, sessionId }, now)))
    if (isStored) unstored.forget(sessionId)
    else unstored.extend({ sessionId, userId: row.userId }, endWithoutUse(row, now))
  }
  // Signing in and registering are proofs themselves.
  const lacksProof = (row.provenAt ?? row.createdAt).getTime() + PROOF.lifeMs <= now
  return { userId: row.userId, sessionId, email: row.email, role: row.role, ...(lacksProof && { lacksProof }) }
}

/** Whether an access token was issued before the tokens of its session were renewed, and that was long enough ago. */
const isReplaced = (issuedAt: number, renewedAt: number, now: number): boolean =>
  issuedAt <= renewedAt && now >= renewedAt + SESSION.renewalGraceMs

/** Moves the end of the session, unless another request already has. True when that is stored. */
async function recordActivity(
  db: Queries,
  session: Lifetime & { readonly sessionId: string },
  now: number,
): Promise<true> {
  await db
    .update(sessions)
    .set({ lastActivityAt: new Date(now), expiresAt: new Date(endWithoutUse(session, now)) })
    .where(and(eq(sessions.id, session.sessionId), lt(sessions.lastActivityAt, new Date(now))))
  return true
}

/** Ends a session permanently; undefined when it had already ended. */
export async function endSession(
  tx: Queries,
  sessionId: string,
  reason: SessionEndReason,
  now: number,
): Promise<SessionEnded | undefined> {
  const [row] = await tx
    .update(sessions)
    .set({ revokedAt: new Date(now), revokedReason: reason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .returning({ userId: sessions.userId })
  return row && { sessionId, userId: row.userId, reason }
}

/** Deletes an ended session that was opened within the last minute, so that only the log mentions it. */
export async function forgetIfNew(tx: Queries, sessionId: string, now: number): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.createdAt, new Date(now - ACTIVITY_INTERVAL_MS))))
}

/** Ends the live sessions of a user except `exceptSessionId`. */
export async function endSessionsOf(
  tx: Queries,
  userId: string,
  reason: SessionEndReason,
  now: number,
  exceptSessionId?: string,
): Promise<readonly SessionEnded[]> {
  const rows = await tx
    .update(sessions)
    .set({ revokedAt: new Date(now), revokedReason: reason })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, new Date(now)),
        exceptSessionId === undefined ? undefined : ne(sessions.id, exceptSessionId),
      ),
    )
    .returning({ sessionId: sessions.id })
  return rows.map(({ sessionId }) => ({ sessionId, userId, reason }))
}

/** Sessions that expired after `since` and up to `now`. */
export async function expiredSessions(db: Queries, since: number, now: number): Promise<readonly SessionEnded[]> {
  const rows = await db
    .select({ sessionId: sessions.id, userId: sessions.userId })
    .from(sessions)
    .where(
      and(isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date(since)), lte(sessions.expiresAt, new Date(now))),
    )
  return rows.map(({ sessionId, userId }) => ({ sessionId, userId, reason: 'expired' }))
}
