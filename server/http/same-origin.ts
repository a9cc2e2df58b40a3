import type { FastifyRequest } from 'fastify'
import { RequestError } from './errors.ts'

/**
 * Prevents cross-site request forgery by Origin and Sec-Fetch-Site. Browsers send Origin with every POST; clients
 * without either header are not browsers and carry no one else's cookies.
 */
export const assertSameOrigin =
  (allowedOrigins: readonly string[]) =>
  (request: FastifyRequest): void => {
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw crossSite()
    const { origin } = request.headers
    if (origin !== undefined && !isOwnOrigin(origin, request.host, allowedOrigins)) throw crossSite()
  }

/**
 * True for the configured origins; without any, for the request's host regardless of scheme, so that a proxy may
 * terminate TLS.
 */
const isOwnOrigin = (origin: string, host: string, allowedOrigins: readonly string[]): boolean =>
  allowedOrigins.length > 0 ? allowedOrigins.includes(origin) : URL.canParse(origin) && new URL(origin).host === host

const crossSite = () => new RequestError(403, 'Requests from other sites are refused.')
