import { eq } from 'drizzle-orm'
import { SESSION } from '#contract/limits.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { refreshTokens, sessions, users } from '#server/database/schema/identity.ts'
import { raiseAlert } from './alerts/alerts.ts'
import { writeAudit } from './audit/audit.ts'
import { expiryOf, type Refreshed } from './refresh-tokens.ts'
import { hashOf, newSecret, seal, unseal } from './secrets.ts'
import { endSession, endWithoutUse, latestEndOf, type SessionEnded, type SessionEndReason } from './sessions.ts'
import type { UnstoredSessions } from './unstored-sessions.ts'

export type RefreshResult =
  | { readonly kind: 'refreshed'; readonly refreshed: Refreshed }
  /**
   * `ended` is the session that this call ended because the token had been used before; `reason` is why the session ended,
   * now or earlier.
   */
  | {
      readonly kind: 'refused'
      readonly ended?: SessionEnded | undefined
      readonly reason?: SessionEndReason | undefined
    }

/**
 * Exchanges a refresh token for its successor. Concurrent requests cause one rotation: the session row is locked, and its
 * generation decides which token may rotate. The token just replaced yields the same successor during a grace period (a
 * response may get lost); any other used token indicates theft and ends the session.
 */
export async function rotateRefreshToken(
  { database, unstored }: { readonly database: Database; readonly unstored: UnstoredSessions },
  token: string,
  request: { readonly ipAddress: string; readonly now: number },
): Promise<RefreshResult> {
  const hash = hashOf(token)
  const { now } = request
  const result = await database.transaction<RefreshResult>(async (tx) => {
    const session = await lockSessionOf(tx, hash)
    if (!session) return { kind: 'refused' }
    // Read after locking: another request may just have rotated this token.
    const [stored] = await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash))
    if (!stored) return { kind: 'refused' }
    if (session.ended) return { kind: 'refused', reason: session.ended }
    if (unstored.endOf(session.sessionId, session.expiresAt) <= now) return { kind: 'refused', reason: 'expired' }
    // Not earlier than it was, should the clock have been set back.
    const expiresAt = Math.max(session.expiresAt, endWithoutUse(session, now))
    const refreshedWith = (successor: string): RefreshResult => ({
      kind: 'refreshed',
      refreshed: { ...session, expiresAt, latestEnd: latestEndOf(session), token: successor },
    })
    if (stored.generation === session.generation) {
      if (stored.expiresAt.getTime() <= now) return { kind: 'refused' }
      return refreshedWith(await replaceToken(tx, token, { ...session, expiresAt }, now))
    }
    const rotatedAt = stored.rotatedAt?.getTime() ?? 0
    const isParent = stored.generation === session.generation - 1
    if (isParent && stored.sealedSuccessor && now - rotatedAt <= SESSION.refreshGraceMs) {
      return refreshedWith(unseal(stored.sealedSuccessor, token))
    }
    const ended = await endSession(tx, session.sessionId, 'reuse', now)
    await recordReuse(tx, session, session.generation - stored.generation, request)
    return { kind: 'refused', ended, reason: 'reuse' }
  })
  if (result.kind === 'refreshed') unstored.forget(result.refreshed.sessionId)
  return result
}

/** Records the reuse of a refresh token as an audit entry and an alert. */
async function recordReuse(
  tx: Queries,
  session: { readonly sessionId: string; readonly userId: string; readonly email: string },
  generationsBehind: number,
  { ipAddress, now }: { readonly ipAddress: string; readonly now: number },
): Promise<void> {
  const { sessionId, userId, email } = session
  const details = { session: sessionId, generationsBehind }
  const entry = await writeAudit(tx, { action: 'session.reused', userId, ipAddress, details, at: now })
  await raiseAlert(tx, {
    detector: 'refresh-token-reused',
    subject: sessionId,
    title: 'Refresh token used twice',
    description: `A refresh token of ${email} that had been replaced was used again from ${ipAddress}: it may have been stolen. The session was ended.`,
    severity: 'critical',
    ipAddress,
    affectedEmail: email,
    evidence: { audit_entries: [entry] },
    at: now,
  })
}

async function lockSessionOf(tx: Queries, hash: Uint8Array) {
  const [row] = await tx
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      generation: sessions.generation,
      createdAt: sessions.createdAt,
      remembered: sessions.remembered,
      expiresAt: sessions.expiresAt,
      revokedAt: sessions.revokedAt,
      revokedReason: sessions.revokedReason,
      email: users.email,
      role: users.role,
      isActive: users.isActive,
      deletedAt: users.deletedAt,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.hash, hash))
    .for('update', { of: sessions })
  if (!row) return undefined
  const { sessionId, userId, email, role, generation, createdAt, remembered, expiresAt } = row
  const ended = endReasonOf(row)
  return { sessionId, userId, email, role, generation, createdAt, remembered, expiresAt: expiresAt.getTime(), ended }
}

function endReasonOf(row: {
  readonly revokedAt: Date | null
  readonly revokedReason: SessionEndReason | null
  readonly isActive: boolean
  readonly deletedAt: Date | null
}): SessionEndReason | undefined {
  if (row.revokedAt) return row.revokedReason ?? 'revoked'
  return row.isActive && !row.deletedAt ? undefined : 'account'
}

/** Replaces `token` and stores its successor encrypted under it, so that only a holder of the old token can read it. */
async function replaceToken(
  tx: Queries,
  token: string,
  session: {
    readonly sessionId: string
    readonly generation: number
    readonly createdAt: Date
    readonly remembered: boolean
    readonly expiresAt: number
  },
  now: number,
): Promise<string> {
  const successor = newSecret()
  const generation = session.generation + 1
  await tx
    .update(refreshTokens)
    .set({ rotatedAt: new Date(now), sealedSuccessor: seal(successor, token) })
    .where(eq(refreshTokens.hash, hashOf(token)))
  await tx.insert(refreshTokens).values({
    hash: hashOf(successor),
    sessionId: session.sessionId,
    generation,
    expiresAt: expiryOf(now, latestEndOf(session)),
  })
  await tx
    .update(sessions)
    .set({ generation, lastActivityAt: new Date(now), expiresAt: new Date(session.expiresAt) })
    .where(eq(sessions.id, session.sessionId))
  return successor
}
