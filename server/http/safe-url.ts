import type { IncomingMessage } from 'node:http'
import { RequestError } from './errors.ts'

const CONTROL = /\p{Cc}/u
const TRAVERSAL = /(^|[\\/])\.\.([\\/]|$)/

/**
 * Throws for URLs that another parser could read as a different path or host: encoded `..` segments, control characters,
 * whole addresses as they are sent to a proxy.
 */
export function assertSafeUrl(url: string): void {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (!url.startsWith('/') || /%00/.test(url)) throw unsafeUrl()
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    throw unsafeUrl()
  }
  if (CONTROL.test(decoded) || TRAVERSAL.test(decoded)) throw unsafeUrl()
}

const unsafeUrl = () => new RequestError(400, 'The address contains characters that are not allowed.')

/** True if a request has several Host headers. Node takes the first, a proxy in front may take the last. */
export const hasSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1

/** Throws for a request whose host is ambiguous, and has its connection closed. */
export function assertOneHost(request: IncomingMessage): void {
  if (hasSeveralHosts(request))
    throw new RequestError(400, 'The request has several Host headers.', { connection: 'close' })
}
