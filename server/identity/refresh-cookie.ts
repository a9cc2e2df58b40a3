import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import { eq } from 'drizzle-orm'
import { SESSION } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { refreshTokens, sessions, users } from '#server/database/schema/identity.ts'
import type { RefreshResult } from './rotate-refresh-token.ts'
import { hashOf, unseal } from './secrets.ts'
import { endWithoutUse, latestEndOf } from './sessions.ts'
import type { UnstoredSessions } from './unstored-sessions.ts'

/** Where a browser stores a cookie, beside its name; without a domain, for exactly this host. */
interface CookiePlace {
  readonly path: string
  readonly domain?: string
}

/** Domains of a host that are tried, from the longest. */
const MAX_DOMAINS = 4

/**
 * Every place from which a browser sends a cookie to `url` of `host` (RFC 6265, 5.1.3 and 5.1.4), except the one of this host and
 * `ownPath`.
 */
export function otherCookiePlaces(host: string, url: string, ownPath: string): readonly CookiePlace[] {
  const domains = [undefined, ...domainsOf(host)]
  return domains.flatMap((domain) =>
    pathsAbove(url)
      .filter((path) => domain !== undefined || path !== ownPath)
      .map((path) => (domain === undefined ? { path } : { path, domain })),
  )
}

/** The host and the domains above it; the top-level one can have no cookies, nor can that of an address. */
function domainsOf(host: string): readonly string[] {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return []
  const labels = host.split('.')
  return labels
    .slice(0, -1)
    .map((_, index) => labels.slice(index).join('.'))
    .slice(0, MAX_DOMAINS)
}

/** The paths that match a request for `url`, each with and without a slash at its end. */
function pathsAbove(url: string): readonly string[] {
  const parts = (url.split('?', 1)[0] ?? '').split('/').filter((part) => part !== '')
  const paths = parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)
  return ['/', ...paths.flatMap((path, index) => (index === paths.length - 1 ? [path] : [path, `${path}/`]))]
}

/** Stores the refresh token in a cookie that neither scripts nor the other services can read. */
export interface RefreshCookie {
  /**
   * The refresh tokens of a request. More than one means that the others were planted, by a sub-domain or over plain HTTP:
   * the cookies themselves do not show which is ours.
   */
  read(request: FastifyRequest): readonly string[]
  /** The cookie lasts until `latestEnd` (unix ms) when remembered, otherwise until the browser closes. */
  write(reply: FastifyReply, token: string, life: { readonly remembered: boolean; readonly latestEnd: number }): void
  clear(reply: FastifyReply): void
  /** Deletes cookies of our name from wherever else the browser may have them, if the request has several. */
  clearPlanted(request: FastifyRequest, reply: FastifyReply): void
}

/** Tokens of a request that are looked at. */
const MAX_TOKENS = 8

/** `path` is the common prefix of refresh and logout. Behind TLS the name has the `__Secure-` prefix. */
export function createRefreshCookie(
  settings: { readonly path: string; readonly secure: boolean },
  now: () => number,
): RefreshCookie {
  const name = settings.secure ? '__Secure-rt' : 'rt'
  const options: CookieSerializeOptions = {
    path: settings.path,
    httpOnly: true,
    sameSite: 'strict',
    secure: settings.secure,
  }
  const read = ({ headers }: FastifyRequest) =>
    (headers.cookie ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${name}=`))
      .slice(0, MAX_TOKENS)
      .map((pair) => pair.slice(name.length + 1))
  return {
    read,
    write(reply, token, { remembered, latestEnd }) {
      const maxAge = Math.max(0, Math.floor((latestEnd - now()) / 1000))
      void reply.setCookie(name, token, remembered ? { ...options, maxAge } : options)
    },
    clear(reply) {
      void reply.clearCookie(name, options)
    },
    clearPlanted(request, reply) {
      if (read(request).length < 2) return
      for (const place of otherCookiePlaces(request.hostname, request.url, settings.path))
        void reply.setCookie(name, '', { ...place, maxAge: 0, secure: settings.secure })
    },
  }
}

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
