import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { POLICY } from '../policy.ts'

const connectionIdSchema = z.uuid()

/** What a client asks for in the address of its socket. */
export interface UpgradeRequest {
  readonly path: string
  /** The single `token` parameter; undefined when it is absent, empty, given twice or longer than any token. */
  readonly token: string | undefined
  /** `batch=1`: wants arrays of envelopes. */
  readonly batched: boolean
  /** Asks to carry on under the id of an earlier connection. */
  readonly connectionId: string | undefined
  readonly origin: string | undefined
  /** The address it was sent to. */
  readonly host: string | undefined
  readonly hasCookie: boolean
}

/** A part of a text keeps the whole of it, here with a token, in memory; its copy does not. */
const copyOf = (text: string): string => Buffer.from(text).toString()

function single(values: readonly string[]): string | undefined {
  return values.length === 1 && values[0] !== '' ? values[0] : undefined
}

/** Path of a request without its query. Takes any text: a request's address is whatever the wire says. */
export const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'

export function parseUpgrade(request: IncomingMessage): UpgradeRequest {
  const { url = '/', headers } = request
  const path = pathOf(request)
  const parameters = new URLSearchParams(url.slice(path.length + 1))
  const token = single(parameters.getAll('token'))
  const connectionId = connectionIdSchema.safeParse(single(parameters.getAll('connection_id')))
  return {
    path,
    token: token !== undefined && token.length <= POLICY.maxTokenChars ? token : undefined,
    batched: single(parameters.getAll('batch')) === '1',
    connectionId: connectionId.success ? copyOf(connectionId.data) : undefined,
    origin: headers.origin,
    host: headers.host,
    hasCookie: headers.cookie !== undefined,
  }
}

/**
 * Browsers always say where a page comes from, so a named Origin has to be one of ours; without one only clients that
 * carry no cookies are served. With no origin configured ours is the address that the request itself was sent to.
 * Closes cross-site socket hijacking before there is a socket.
 */
export function isOriginAllowed({ origin, host, hasCookie }: UpgradeRequest, allowed: readonly string[]): boolean {
  if (origin === undefined) return !hasCookie
  return allowed.length > 0 ? allowed.includes(origin) : URL.canParse(origin) && new URL(origin).host === host
}

/**
 * The client's address: the socket's, or what a trusted proxy saw. That proxy adds to what its sender claims, so only the
 * last entry of X-Forwarded-For is its own; what is no address there is not believed.
 */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const given = trustProxy ? request.headers['x-forwarded-for'] : undefined
  const last = [given ?? []].flat().join(',').split(',').at(-1)?.trim() ?? ''
  return isIP(last) > 0 ? last : (request.socket.remoteAddress ?? 'unknown')
}

/** One key per client network: IPv4 as it is, IPv6 by the /64 that one subscriber usually has. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::', 2)
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    while (groups.length + after.length < 8) groups.push('0')
    groups.push(...after)
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
