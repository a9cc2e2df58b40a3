import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  failureSchema,
  loginRequestSchema,
  refreshGrantSchema,
  sessionGrantSchema,
  socketTicketSchema,
  successOf,
  userSchema,
} from '#contract/auth.ts'
import { PASSWORD } from '#contract/limits.ts'
import { IDENTITY, SOCKET_PATHS } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import type { AccessTokens } from './access-tokens.ts'
import { writeAudit } from './audit.ts'
import type { Passwords } from './passwords.ts'
import type { RefreshCookie } from './refresh-cookie.ts'
import { rotateRefreshToken, sessionOfRefreshToken, type Refreshed } from './refresh-tokens.ts'
import { endSession, type Origin, type SessionEnded } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { issueTicket } from './socket-tickets.ts'

export interface RoutesDeps {
  readonly database: Database
  readonly passwords: Passwords
  readonly tokens: AccessTokens
  readonly cookie: RefreshCookie
  readonly now: () => number
  readonly publish: (ended: SessionEnded) => void
}

/** An empty password is answered like a wrong one, so that it tells nothing about the account. */
const loginSchema = z.extend(loginRequestSchema, { password: z.string().check(z.maxLength(PASSWORD.maxLength)) })
const ticketRequestSchema = z.nullish(
  z.object({ path: z.optional(z.enum([SOCKET_PATHS.tdp, SOCKET_PATHS.analytics])) }),
)

const originOf = (request: FastifyRequest): Origin => ({
  ipAddress: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
})

/** The routes of signing in and staying signed in. */
export const identityRoutes =
  (deps: RoutesDeps): Service =>
  async (app) => {
    const { database, tokens, cookie, now, publish } = deps
    const accessTokenOf = ({ userId, sessionId, role, expiresAt }: Refreshed) =>
      tokens.issue({ userId, sessionId, role }, expiresAt)

    app.post(
      IDENTITY.login,
      { schema: { body: loginSchema, response: { 200: successOf(sessionGrantSchema), '4xx': failureSchema } } },
      async (request, reply) => {
        const { email, password, remember_me: remembered = false } = request.body
        const session = await signIn(deps, { email, password, remembered, ...originOf(request) })
        const { token, expiresInS } = await accessTokenOf(session)
        cookie.write(reply, session.token, session)
        const user = { email: session.email, role: session.role }
        return { success: true as const, data: { access_token: token, expires_in: expiresInS, user } }
      },
    )

    app.post(
      IDENTITY.refresh,
      { schema: { response: { 200: successOf(refreshGrantSchema), '4xx': failureSchema } } },
      async (request, reply) => {
        const held = cookie.read(request)
        if (!held) throw ended()
        const outcome = await rotateRefreshToken(database, held, { ipAddress: request.ip, now: now() })
        if (outcome.kind === 'refused') {
          if (outcome.ended) {
            request.log.warn({ sessionId: outcome.ended.sessionId }, 'refresh token used twice, session ended')
            publish(outcome.ended)
          }
          cookie.clear(reply)
          throw ended()
        }
        const { token, expiresInS } = await accessTokenOf(outcome.refreshed)
        cookie.write(reply, outcome.refreshed.token, outcome.refreshed)
        return { success: true as const, data: { access_token: token, expires_in: expiresInS } }
      },
    )

    app.post(
      IDENTITY.logout,
      { schema: { response: { 200: successOf(z.object({})), '4xx': failureSchema } } },
      async (request, reply) => {
        const held = cookie.read(request)
        const signedOut = held ? await signOut(database, held, request.ip, now()) : undefined
        if (signedOut) publish(signedOut)
        cookie.clear(reply)
        reply.header('clear-site-data', '"cache"')
        return { success: true as const, data: {} }
      },
    )

    app.get(
      IDENTITY.me,
      { schema: { response: { 200: successOf(userSchema), '4xx': failureSchema } } },
      async (request) => {
        const { email, role } = principalOf(request)
        return { success: true as const, data: { email, role } }
      },
    )

    app.post(
      IDENTITY.socketTicket,
      {
        schema: {
          body: ticketRequestSchema,
          response: { 200: successOf(socketTicketSchema), '4xx': failureSchema },
        },
      },
      async (request) => {
        const { sessionId } = principalOf(request)
        const { accessUntil } = request
        if (accessUntil === undefined) throw new Error('The end of the access token is not known')
        const binding = { sessionId, path: request.body?.path, origin: request.headers.origin, accessUntil }
        const { ticket, expiresInS } = await issueTicket(database.db, binding, now())
        return { success: true as const, data: { ticket, expires_in: expiresInS } }
      },
    )
  }

const ended = () => new RequestError(401, 'The session has ended. Please sign in again.')

/** Ends the session of a refresh token, current or not: whoever holds one may only ever end it. */
async function signOut(
  database: Database,
  token: string,
  ipAddress: string,
  now: number,
): Promise<SessionEnded | undefined> {
  return database.transaction(async (tx) => {
    const sessionId = await sessionOfRefreshToken(tx, token)
    const signedOut = sessionId && (await endSession(tx, sessionId, 'signed_out', now))
    if (!signedOut) return undefined
    const { userId } = signedOut
    await writeAudit(tx, { action: 'session.ended', userId, ipAddress, details: { session: sessionId }, at: now })
    return signedOut
  })
}
