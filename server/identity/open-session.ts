import type { Queries } from '#server/database/database.ts'
import { writeAudit } from './audit/audit.ts'
import { issueFirstRefreshToken, type Refreshed, type IssueTokenPair } from './refresh-tokens.ts'
import { startSession, type ClientInfo, type SessionEnded } from './sessions.ts'
import { recordSignIn, type Account } from './users.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionGrant } from '#contract/auth.ts'
import type { RefreshCookie } from './refresh-cookie.ts'
import { signOut, type SignOutDeps } from './sign-out.ts'

/** A newly opened session with its first refresh token. */
export interface OpenedSession extends Refreshed {
  readonly email: string
  readonly username: string
}

export interface SessionOptions extends ClientInfo {
  readonly remembered: boolean
  readonly now: number
}

/** Opens a session for an authenticated account: session row, first refresh token and audit entry. */
export async function openSession(
  tx: Queries,
  account: Pick<Account, 'id' | 'email' | 'role'>,
  options: SessionOptions,
): Promise<OpenedSession> {
  const { remembered, now, ipAddress } = options
  const session = await startSession(tx, { ...options, userId: account.id })
  const token = await issueFirstRefreshToken(tx, session, now)
  const username = await recordSignIn(tx, account.id, now)
  await writeAudit(tx, {
    action: 'session.started',
    userId: account.id,
    ipAddress,
    details: { session: session.id, remembered },
    at: now,
  })
  return {
    token,
    sessionId: session.id,
    expiresAt: session.expiresAt,
    latestEnd: session.latestEnd,
    userId: account.id,
    email: account.email,
    username,
    role: account.role,
    remembered,
  }
}

/** Hands a new session to the browser that signed in, in place of the user's earlier one in it; returns the response. */
export type SessionOpener = (
  request: FastifyRequest,
  reply: FastifyReply,
  session: OpenedSession,
) => Promise<SessionGrant>

interface SessionOpenerDeps extends SignOutDeps {
  readonly cookie: RefreshCookie
  readonly issueTokenPair: IssueTokenPair
  readonly publish: (ended: SessionEnded) => void
  readonly now: () => number
}

export const createSessionOpener =
  (deps: SessionOpenerDeps): SessionOpener =>
  async (request, reply, session) => {
    const { cookie, publish, now, issueTokenPair } = deps
    // The cookie of an earlier session of this user is about to be overwritten, after which it could not be signed out.
    for (const token of cookie.read(request)) {
      const earlier = await signOut(deps, { token, ipAddress: request.ip, now: now(), ownerId: session.userId })
      if (earlier) publish(earlier)
    }
    cookie.clearPlanted(request, reply)
    return issueTokenPair(reply, session)
  }
