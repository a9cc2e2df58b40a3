import type { FastifyReply } from 'fastify'
import type { SessionGrant } from '#contract/auth.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { OpenedSession } from './open-session.ts'
import type { RefreshCookie } from './refresh-cookie.ts'

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
