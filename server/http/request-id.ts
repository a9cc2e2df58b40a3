import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Header with which a gateway passes on the id of a request, so that its lines in both logs can be joined. */
export const REQUEST_ID = 'x-request-id'
const FORM = /^[\w-]{4,40}$/

/**
 * Ids of requests: those that a trusted proxy gives, else of the process's own count.
 * @param trustedProxies number of reverse proxies in front
 */
export function requestIds(trustedProxies: number): (request: Pick<IncomingMessage, 'headers'>) => string {
  // Keeps the ids of several processes apart where their logs are collected in one place.
  const prefix = randomBytes(3).toString('hex')
  let count = 0
  return ({ headers }) => {
    const given = trustedProxies > 0 ? headers[REQUEST_ID] : undefined
    if (typeof given === 'string' && FORM.test(given)) return given
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}
