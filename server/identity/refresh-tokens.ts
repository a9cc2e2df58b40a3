import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { SESSION } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import type { Queries } from '#server/database/database.ts'
import { refreshTokens, sessions } from '#server/database/schema/identity.ts'
import { hashOf, newSecret } from './secrets.ts'
import { latestEndOf } from './sessions.ts'
import type { FastifyReply } from 'fastify'
import type { SessionGrant } from '#contract/auth.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { OpenedSession } from './open-session.ts'
import type { RefreshCookie } from './refresh-cookie.ts'

/** A session with its new refresh token. */
export interface Refreshed {
  readonly token: string
  readonly sessionId: string
  readonly userId: string
  readonly role: Role
  readonly remembered: boolean
  /** End of the session if it is not used again, unix ms. */
  readonly expiresAt: number
  /** End of the session however much it is used, unix ms. */
  readonly latestEnd: number
}

/** When a refresh token that is issued now can no longer be exchanged. */
export const expiryOf = (now: number, latestEnd: number) => new Date(Math.min(now + SESSION.refreshIdleMs, latestEnd))

/** Issues the first refresh token of a session. */
export async function issueFirstRefreshToken(
  tx: Queries,
  session: { readonly id: string; readonly latestEnd: number },
  now: number,
): Promise<string> {
  const token = newSecret()
  await tx.insert(refreshTokens).values({
    hash: hashOf(token),
    sessionId: session.id,
    generation: 0,
    expiresAt: expiryOf(now, session.latestEnd),
  })
  return token
}

/** A refresh token with what its cookie needs. */
export type RenewedToken = Pick<Refreshed, 'token' | 'remembered' | 'latestEnd'>

/**
 * Replaces all refresh tokens of a live session by a new one, without a grace period: earlier ones are unknown from now on, and
 * access tokens issued until now are refused shortly after. Undefined if the session has ended.
 */
export async function renewRefreshToken(
  tx: Queries,
  sessionId: string,
  now: number,
): Promise<RenewedToken | undefined> {
  const [session] = await tx
    .update(sessions)
    .set({
      generation: sql`${sessions.generation} + 1`,
      lastActivityAt: new Date(now),
      tokensRenewedAt: new Date(now),
    })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date(now))))
    .returning({ generation: sessions.generation, createdAt: sessions.createdAt, remembered: sessions.remembered })
  if (!session) return undefined
  const { generation, remembered } = session
  const token = newSecret()
  await tx.delete(refreshTokens).where(eq(refreshTokens.sessionId, sessionId))
  const latestEnd = latestEndOf(session)
  const expiresAt = expiryOf(now, latestEnd)
  await tx.insert(refreshTokens).values({ hash: hashOf(token), sessionId, generation, expiresAt })
  return { token, remembered, latestEnd }
}

/** The session of a refresh token, even if the token was replaced or has expired. */
export async function sessionOfRefreshToken(
  db: Queries,
  token: string,
): Promise<{ readonly id: string; readonly userId: string } | undefined> {
  const [row] = await db
    .select({ id: sessions.id, userId: sessions.userId })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.hash, hashOf(token)))
  return row
}

/** The user of a refresh token whose session is live, whether or not the token may still be exchanged. */
export async function ownerOfRefreshToken(db: Queries, token: string, now: number): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: sessions.userId })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(
      and(eq(refreshTokens.hash, hashOf(token)), isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date(now))),
    )
  return row?.userId
}

/** Deletes successors after the grace period and expired tokens. */
export async function dropOldRefreshTokens(tx: Queries, now: number): Promise<void> {
  await tx
    .update(refreshTokens)
    .set({ sealedSuccessor: null })
    .where(
      and(
        isNotNull(refreshTokens.sealedSuccessor),
        lt(refreshTokens.rotatedAt, new Date(now - SESSION.refreshGraceMs)),
      ),
    )
  await tx.delete(refreshTokens).where(lt(refreshTokens.expiresAt, new Date(now)))
}

/** Sets the refresh cookie of a new session and returns the response with its access token. */
export type IssueTokenPair = (reply: FastifyReply, session: OpenedSession) => Promise<SessionGrant>

export const createTokenPairIssuer =
  ({ tokens, cookie }: { readonly tokens: AccessTokens; readonly cookie: RefreshCookie }): IssueTokenPair =>
  async (reply, session) => {
    const { userId, sessionId, email, username, role, expiresAt } = session
    const { token, expiresInS } = await tokens.issue({ userId, sessionId, role }, expiresAt)
    cookie.write(reply, session.token, session)
    return { access_token: token, expires_in: expiresInS, user: { email, role, username } }
  }
