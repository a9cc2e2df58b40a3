import * as AUTH from '#contract/endpoints/auth.ts'
import { unlessReadOnly } from '#server/database/errors.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import type { AccessTokens } from './access-tokens.ts'
import { passkeyRequest } from './factors/accept-passkey.ts'
import { issuePasskeyChallenge } from './factors/challenges.ts'
import { confirmSignIn, type ConfirmationDeps } from './factors/confirm-sign-in.ts'
import { challengeResponse } from './factors/enrolled.ts'
import { noPasskeysHere, relyingPartyOf } from './factors/passkeys.ts'
import { type RefreshCookie, keepRefreshToken } from './refresh-cookie.ts'
import { ownerOfRefreshToken, type Refreshed } from './refresh-tokens.ts'
import { clientInfoOf } from './context.ts'
import { successBody } from './responses.ts'
import { rotateRefreshToken } from './rotate-refresh-token.ts'
import type { SessionEnded, SessionEndReason } from './sessions.ts'
import { signIn, type SignInDeps } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import type { SocketTickets } from './socket-tickets.ts'
import type { UnstoredSessions } from './unstored-sessions.ts'
import { usernameOf } from './users.ts'
import type { SessionOpener } from './open-session.ts'

export interface AuthRoutesDeps extends SignInDeps, ConfirmationDeps {
  readonly tokens: AccessTokens
  readonly tickets: Pick<SocketTickets, 'issue'>
  readonly cookie: RefreshCookie
  readonly unstored: UnstoredSessions
  readonly publish: (ended: SessionEnded) => void
  readonly grantSession: SessionOpener
  readonly publicUrl: URL | undefined
}

/** Routes for signing in in one or two steps, refreshing, signing out and socket tickets. */
export const authRoutes =
  (deps: AuthRoutesDeps): Service =>
  async (app) => {
    const { database, tokens, tickets, cookie, unstored, now, publish, publicUrl, grantSession } = deps
    const keep = (token: string) => keepRefreshToken({ db: database.db, unstored }, token, now())
    /** The token to exchange: of several only one whose session alone is live, since a planted one may be an attacker's own. */
    const tokenToExchange = async (given: readonly string[]): Promise<string | undefined> => {
      if (given.length < 2) return given[0]
      const owners = await Promise.all(given.map((token) => ownerOfRefreshToken(database.db, token, now())))
      const live = given.filter((_, index) => owners[index] !== undefined)
      return live.length === 1 ? live[0] : undefined
    }
    const accessTokenOf = ({ userId, sessionId, role, expiresAt }: Refreshed) =>
      tokens.issue({ userId, sessionId, role }, expiresAt)

    serve(app, AUTH, {
      async login(request, reply) {
        const { email, password, remember_me: remembered = false } = request.body
        const result = await signIn(deps, { email, password, remembered, ...clientInfoOf(request) })
        if (result.kind === 'challenged') {
          const { challenge, userId } = result
          const relyingParty = relyingPartyOf(request, publicUrl)
          return successBody(await challengeResponse(database.db, userId, { challenge, relyingParty }))
        }
        return successBody(await grantSession(request, reply, result.session))
      },

      async passkeyChallenge(request) {
        const relyingParty = relyingPartyOf(request, publicUrl)
        if (!relyingParty) throw noPasskeysHere()
        const challenge = await database.transaction((tx) => issuePasskeyChallenge(tx, now()))
        return successBody(await passkeyRequest([], { challenge, relyingParty, isAlone: true }))
      },

      async loginFactor(request, reply) {
        const relyingParty = relyingPartyOf(request, publicUrl)
        const session = await confirmSignIn(deps, { ...request.body, ...clientInfoOf(request), relyingParty })
        return successBody(await grantSession(request, reply, session))
      },

      async refresh(request, reply) {
        const refreshToken = await tokenToExchange(cookie.read(request))
        cookie.clearPlanted(request, reply)
        if (!refreshToken) throw sessionEndedError()
        const rotated = rotateRefreshToken(deps, refreshToken, { ipAddress: request.ip, now: now() })
        const result = (await unlessReadOnly(rotated)) ?? (await keep(refreshToken))
        if (result.kind === 'refused') {
          if (result.ended) {
            request.log.warn({ sessionId: result.ended.sessionId }, 'refresh token used twice, session ended')
            publish(result.ended)
          }
          cookie.clear(reply)
          throw sessionEndedError(result.reason)
        }
        const { token, expiresInS } = await accessTokenOf(result.refreshed)
        cookie.write(reply, result.refreshed.token, result.refreshed)
        return successBody({ access_token: token, expires_in: expiresInS })
      },

      async logout(request, reply) {
        for (const token of cookie.read(request)) {
          const signedOut = await signOut(deps, { token, ipAddress: request.ip, now: now() })
          if (signedOut) publish(signedOut)
        }
        cookie.clearPlanted(request, reply)
        cookie.clear(reply)
        reply.header('clear-site-data', '"cache"')
        return successBody({})
      },

      async me(request) {
        const { userId, email, role } = principalOf(request)
        return successBody({ email, role, username: await usernameOf(database.db, userId) })
      },

      async socketTicket(request) {
        const { sessionId } = principalOf(request)
        const { accessUntil } = request
        if (accessUntil === undefined) throw new Error('The expiry of the access token is unknown')
        const binding = { sessionId, path: request.body?.path, origin: request.headers.origin, accessUntil }
        const { ticket, expiresInS } = await tickets.issue(binding, now())
        return successBody({ ticket, expires_in: expiresInS })
      },
    })
  }

const sessionEndedError = (reason?: SessionEndReason) =>
  new RequestError(401, 'The session has ended. Please sign in again.', {}, reason === undefined ? {} : { reason })
