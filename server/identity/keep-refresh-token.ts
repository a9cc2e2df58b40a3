import { eq } from 'drizzle-orm'
import { SESSION } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { refreshTokens, sessions, users } from '#server/database/schema/identity.ts'
import type { RefreshResult } from './rotate-refresh-token.ts'
import { hashOf, unseal } from './secrets.ts'
import { endWithoutUse, latestEndOf } from './sessions.ts'
import type { UnstoredSessions } from './unstored-sessions.ts'

type Row = NonNullable<Awaited<ReturnType<typeof find>>>

const find = async (db: Queries, token: string) => {
  const [row] = await db
    .select({ token: refreshTokens, session: sessions, user: users })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.hash, hashOf(token)))
  return row
}

/** The token itself if it is the current one, or its successor if that may not have arrived. */
function currentToken({ token: stored, session }: Row, token: string, now: number): string | undefined {
  if (stored.generation === session.generation) return stored.expiresAt.getTime() > now ? token : undefined
  const { rotatedAt, sealedSuccessor } = stored
  const isParent = stored.generation === session.generation - 1
  if (!isParent || !sealedSuccessor || now - (rotatedAt?.getTime() ?? 0) > SESSION.refreshGraceMs) return undefined
  return unseal(sealedSuccessor, token)
}

/**
 * Verifies the current refresh token of a live session without replacing it, so that users can go on reading while the
 * database accepts no writes. A replaced token is refused after its grace period, but does not end the session, which would
 * be a write.
 */
export async function keepRefreshToken(
  { db, unstored }: { readonly db: Queries; readonly unstored: UnstoredSessions },
  token: string,
  now: number,
): Promise<RefreshResult> {
  const row = await find(db, token)
  const current = row && currentToken(row, token, now)
  if (row === undefined || current === undefined) return { kind: 'refused' }
  const { session, user } = row
  if (session.revokedAt) return { kind: 'refused', reason: session.revokedReason ?? 'revoked' }
  if (!user.isActive || user.deletedAt) return { kind: 'refused', reason: 'account' }
  const { id: sessionId, userId, remembered } = session
  const end = unstored.endOf(sessionId, session.expiresAt.getTime())
  if (end <= now) return { kind: 'refused', reason: 'expired' }
  const expiresAt = Math.max(end, endWithoutUse(session, now))
  unstored.extend({ sessionId, userId }, expiresAt)
  const latestEnd = latestEndOf(session)
  const refreshed = { token: current, sessionId, userId, role: user.role, remembered, expiresAt, latestEnd }
  return { kind: 'refreshed', refreshed }
}
