import { eq } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'
import { refreshTokens, sessions, users } from '#server/database/schema/identity.ts'
import type { RefreshResult } from './refresh-tokens.ts'
import { hashOf } from './secrets.ts'

/**
 * Verifies the current refresh token of a live session without replacing it, so that users can go on reading while the
 * database accepts no writes. A replaced token is refused, but does not end the session, which would be a write.
 */
export async function keepRefreshToken(db: Queries, token: string, now: number): Promise<RefreshResult> {
  const [row] = await db
    .select({ token: refreshTokens, session: sessions, user: users })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.hash, hashOf(token)))
  if (!row || row.token.generation !== row.session.generation) return { kind: 'refused' }
  const { session, user } = row
  if (session.revokedAt) return { kind: 'refused', reason: session.revokedReason ?? 'revoked' }
  if (!user.isActive || user.deletedAt) return { kind: 'refused', reason: 'account' }
  const expiresAt = session.expiresAt.getTime()
  if (Math.min(expiresAt, row.token.expiresAt.getTime()) <= now) return { kind: 'refused', reason: 'expired' }
  const { id: sessionId, userId, remembered } = session
  return { kind: 'refreshed', refreshed: { token, sessionId, userId, role: user.role, remembered, expiresAt } }
}
