import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

const FORWARDED_FOR = 'x-forwarded-for'

/**
 * The address that the nearest proxy reports: the last entry of X-Forwarded-For. Earlier ones are claims of the sender.
 * Undefined if there is none, or if it is not an IP address.
 */
export function forwardedAddress(headers: IncomingHttpHeaders): string | undefined {
  const given = [headers[FORWARDED_FOR] ?? []].flat().join(',')
  const last = given.split(',').at(-1)?.trim() ?? ''
  return isIP(last) > 0 ? last : undefined
}

/**
 * Prepares X-Forwarded-For for Fastify, which takes any text for an address: behind a trusted proxy, a header without one
 * is dropped. Without a trusted proxy, the first such header is logged: if a proxy sends it, all clients count as one.
 */
export function readForwarded(app: FastifyInstance, trustedProxies: number): void {
  let isReported = false
  app.addHook('onRequest', async ({ raw, log }) => {
    if (trustedProxies > 0) {
      if (forwardedAddress(raw.headers) === undefined) delete raw.headers[FORWARDED_FOR]
    } else if (!isReported && FORWARDED_FOR in raw.headers) {
      isReported = true
      log.warn('X-Forwarded-For is ignored: behind a proxy, set PAIRBOT_TRUST_PROXY=1 to tell its clients apart')
    }
  })
}
