import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionGrant } from '#contract/auth.ts'
import type { OpenedSession } from './open-session.ts'
import type { RefreshCookie } from './refresh-cookie.ts'
import type { SessionEnded } from './sessions.ts'
import { signOut, type SignOutDeps } from './sign-out.ts'
import type { IssueTokenPair } from './token-pair.ts'

/** Hands a new session to the browser that signed in, in place of the user's earlier one in it; returns the response. */
export type SessionOpener = (
  request: FastifyRequest,
  reply: FastifyReply,
  session: OpenedSession,
) => Promise<SessionGrant>

export interface SessionOpenerDeps extends SignOutDeps {
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
