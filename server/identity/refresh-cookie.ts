import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { otherCookiePlaces } from './cookie-places.ts'

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
