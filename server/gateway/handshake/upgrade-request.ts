import type { IncomingMessage } from 'node:http'
import * as z from 'zod/mini'
import { forwardedAddress } from '#server/http/forwarded.ts'
import { POLICY } from '../policy.ts'
import { toSelection, type Selection } from '../protocol/selection.ts'

const connectionIdSchema = z.uuid()

/** What a client requests in the URL and headers of its upgrade. */
export interface UpgradeRequest {
  readonly path: string
  /** The `token` parameter; undefined if absent, empty, repeated or too long. */
  readonly token: string | undefined
  /** `batch=1`: frames are JSON arrays of envelopes. */
  readonly batched: boolean
  /** `pairs=BTCUSD,ETHUSD&timeframe=1h`; everything by default. */
  readonly selection: Selection
  /** The id of an earlier connection to resume. */
  readonly connectionId: string | undefined
  readonly origin: string | undefined
  /** The Host header. */
  readonly host: string | undefined
  readonly hasCookie: boolean
}

/** A substring retains its source string, here a URL with a token; a copy does not. */
const copyOf = (text: string): string => Buffer.from(text).toString()

function single(values: readonly string[]): string | undefined {
  return values.length === 1 && values[0] !== '' ? values[0] : undefined
}

/** Path of a request without its query. Accepts any text; the URL is untrusted. */
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
    selection: toSelection(single(parameters.getAll('pairs'))?.split(','), single(parameters.getAll('timeframe'))),
    connectionId: connectionId.success ? copyOf(connectionId.data) : undefined,
    origin: headers.origin,
    host: headers.host,
    hasCookie: headers.cookie !== undefined,
  }
}

/**
 * Prevents cross-site WebSocket hijacking. An Origin must be allowed; without one, only requests without cookies are
 * accepted. If no origins are configured, the Origin must match the request's Host.
 */
export function isOriginAllowed({ origin, host, hasCookie }: UpgradeRequest, allowed: readonly string[]): boolean {
  if (origin === undefined) return !hasCookie
  return allowed.length > 0 ? allowed.includes(origin) : URL.canParse(origin) && new URL(origin).host === host
}

/** The client's address: the socket's, or the one a trusted proxy reports. */
export const clientAddress = ({ headers, socket }: IncomingMessage, trustProxy: boolean): string =>
  (trustProxy ? forwardedAddress(headers) : undefined) ?? socket.remoteAddress ?? 'unknown'

/** Rate-limiting key of an address: IPv4 unchanged, IPv6 by its /64, which one subscriber usually has. */
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
