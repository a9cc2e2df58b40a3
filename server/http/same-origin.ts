import type { FastifyRequest } from 'fastify'
import { RequestError } from './errors.ts'

/**
 * Refuses requests that another site made a browser send with our cookies. Browsers state the origin of every POST and its
 * relation to us; clients that are no browser state neither and carry no cookies of others.
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
 * True for the configured origins; without any, for the host that the request itself was sent to, whatever the scheme: a
 * proxy that ends TLS before us is not to shut everybody out.
 */
const isOwnOrigin = (origin: string, host: string, allowedOrigins: readonly string[]): boolean =>
  allowedOrigins.length > 0 ? allowedOrigins.includes(origin) : URL.canParse(origin) && new URL(origin).host === host

const crossSite = () => new RequestError(403, 'Requests from other sites are refused.')
