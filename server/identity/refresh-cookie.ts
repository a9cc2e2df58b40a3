import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Stores the refresh token in a cookie that neither scripts nor the other services can read. */
export interface RefreshCookie {
  read(request: FastifyRequest): string | undefined
  /** The cookie lasts until `expiresAt` (unix ms) when remembered, otherwise until the browser closes. */
  write(reply: FastifyReply, token: string, life: { readonly remembered: boolean; readonly expiresAt: number }): void
  clear(reply: FastifyReply): void
}

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
  return {
    read: (request) => (isGivenOnce(request, name) ? request.cookies[name] : undefined),
    write(reply, token, { remembered, expiresAt }) {
      const maxAge = Math.max(0, Math.floor((expiresAt - now()) / 1000))
      void reply.setCookie(name, token, remembered ? { ...options, maxAge } : options)
    },
    clear(reply) {
      void reply.clearCookie(name, options)
    },
  }
}

/** A second cookie of the name was planted, by a sub-domain or over plain HTTP: which of them is ours cannot be known. */
const isGivenOnce = ({ headers }: FastifyRequest, name: string): boolean =>
  (headers.cookie ?? '').split(';').filter((pair) => pair.trimStart().startsWith(`${name}=`)).length === 1
