import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The refresh token's place in the browser, out of reach of scripts and of the other services. */
export interface RefreshCookie {
  read(request: FastifyRequest): string | undefined
  /** Kept until `expiresAt` (unix ms) when remembered, else until the browser closes. */
  write(reply: FastifyReply, token: string, life: { readonly remembered: boolean; readonly expiresAt: number }): void
  clear(reply: FastifyReply): void
}

/** `path` is what refresh and logout have in common. Behind TLS the name carries the promise that the cookie is Secure. */
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
    read: (request) => request.cookies[name],
    write(reply, token, { remembered, expiresAt }) {
      const maxAge = Math.max(0, Math.floor((expiresAt - now()) / 1000))
      void reply.setCookie(name, token, remembered ? { ...options, maxAge } : options)
    },
    clear(reply) {
      void reply.clearCookie(name, options)
    },
  }
}
