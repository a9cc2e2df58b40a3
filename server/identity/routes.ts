import * as z from 'zod/mini'
import {
  loginRequestSchema,
  refreshGrantSchema,
  sessionGrantSchema,
  socketTicketSchema,
  userSchema,
} from '#contract/auth.ts'
import { PASSWORD } from '#contract/limits.ts'
import { IDENTITY, SOCKET_PATHS } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { Observe } from './alerts/events.ts'
import { writeAudit } from './audit/audit.ts'
import type { Passwords } from './passwords.ts'
import type { RefreshCookie } from './refresh-cookie.ts'
import { createGrant } from './grant.ts'
import { originOf } from './origin.ts'
import { rotateRefreshToken, sessionOfRefreshToken, type Refreshed } from './refresh-tokens.ts'
import { endSession, type SessionEnded, type SessionEndReason } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { replies, wrapped } from './reply.ts'
import { issueTicket } from './socket-tickets.ts'

export interface RoutesDeps {
  readonly database: Database
  readonly passwords: Passwords
  readonly tokens: AccessTokens
  readonly cookie: RefreshCookie
  readonly now: () => number
  readonly publish: (ended: SessionEnded) => void
  readonly observe: Observe
}

/** An empty password is answered like a wrong one, so that it tells nothing about the account. */
const loginSchema = z.extend(loginRequestSchema, { password: z.string().check(z.maxLength(PASSWORD.maxLength)) })
const ticketRequestSchema = z.nullish(
  z.object({ path: z.optional(z.enum([SOCKET_PATHS.tdp, SOCKET_PATHS.analytics])) }),
)

/** The routes of signing in and staying signed in. */
export const identityRoutes =
  (deps: RoutesDeps): Service =>
  async (app) => {
    const { database, tokens, cookie, now, publish } = deps
    const grant = createGrant(deps)
    const accessTokenOf = ({ userId, sessionId, role, expiresAt }: Refreshed) =>
      tokens.issue({ userId, sessionId, role }, expiresAt)

    app.post(
      IDENTITY.login,
      { schema: { body: loginSchema, response: replies(sessionGrantSchema) } },
      async (request, reply) => {
        const { email, password, remember_me: remembered = false } = request.body
        const session = await signIn(deps, { email, password, remembered, ...originOf(request) })
        // The cookie of an earlier session of the same person is about to be overwritten: nobody could end that session.
        const held = cookie.read(request)
        const earlier = held && (await signOut(database, held, request.ip, now(), session.userId))
        if (earlier) publish(earlier)
        return wrapped(await grant(reply, session))
      },
    )

    app.post(IDENTITY.refresh, { schema: { response: replies(refreshGrantSchema) } }, async (request, reply) => {
      const held = cookie.read(request)
      if (!held) throw ended()
      const outcome = await rotateRefreshToken(database, held, { ipAddress: request.ip, now: now() })
      if (outcome.kind === 'refused') {
        if (outcome.ended) {
          request.log.warn({ sessionId: outcome.ended.sessionId }, 'refresh token used twice, session ended')
          publish(outcome.ended)
        }
        cookie.clear(reply)
        throw ended(outcome.reason)
      }
      const { token, expiresInS } = await accessTokenOf(outcome.refreshed)
      cookie.write(reply, outcome.refreshed.token, outcome.refreshed)
      return wrapped({ access_token: token, expires_in: expiresInS })
    })

    app.post(IDENTITY.logout, { schema: { response: replies(z.object({})) } }, async (request, reply) => {
      const held = cookie.read(request)
      const signedOut = held ? await signOut(database, held, request.ip, now()) : undefined
      if (signedOut) publish(signedOut)
      cookie.clear(reply)
      reply.header('clear-site-data', '"cache"')
      return wrapped({})
    })

    app.get(IDENTITY.me, { schema: { response: replies(userSchema) } }, async (request) => {
      const { email, role } = principalOf(request)
      return wrapped({ email, role })
    })

    app.post(
      IDENTITY.socketTicket,
      {
        schema: {
          body: ticketRequestSchema,
          response: replies(socketTicketSchema),
        },
      },
      async (request) => {
        const { sessionId } = principalOf(request)
        const { accessUntil } = request
        if (accessUntil === undefined) throw new Error('The end of the access token is not known')
        const binding = { sessionId, path: request.body?.path, origin: request.headers.origin, accessUntil }
        const { ticket, expiresInS } = await issueTicket(database.db, binding, now())
        return wrapped({ ticket, expires_in: expiresInS })
      },
    )
  }

const ended = (reason?: SessionEndReason) =>
  new RequestError(401, 'The session has ended. Please sign in again.', {}, reason === undefined ? {} : { reason })

/**
 * Ends the session of a refresh token, current or not: whoever holds one may only ever end it. With `of` only when it is
 * that user's.
 */
async function signOut(
  database: Database,
  token: string,
  ipAddress: string,
  now: number,
  of?: string,
): Promise<SessionEnded | undefined> {
  return database.transaction(async (tx) => {
    const held = await sessionOfRefreshToken(tx, token)
    if (!held || (of !== undefined && held.userId !== of)) return undefined
    const signedOut = await endSession(tx, held.id, 'signed_out', now)
    if (!signedOut) return undefined
    const { userId, sessionId } = signedOut
    await writeAudit(tx, { action: 'session.ended', userId, ipAddress, details: { session: sessionId }, at: now })
    return signedOut
  })
}
