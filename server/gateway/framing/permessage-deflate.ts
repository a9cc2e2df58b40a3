import type { WebSocket } from 'ws'

const NAME = 'permessage-deflate'
const TOKEN = /^[\w.-]+$/
const PARAMETER = /^[\w.-]+(?:=[\w.-]+)?$/
/** Parameters of RFC 7692, 7.1, except `server_max_window_bits`: shared frames use one window size for all clients. */
const USABLE = /^(?:server_no_context_takeover|client_no_context_takeover|client_max_window_bits(?:=(?:8|9|1[0-5]))?)$/

/**
 * Options of permessage-deflate. Without context takeover no frame refers to an earlier one, so the same frame suits
 * every socket. Clients send little, so they are inflated in chunks smaller than the default 16 KiB. No prototype: ws
 * spreads the object per socket, and copies of an ordinary object get a hidden class each.
 */
export const DEFLATE_OPTIONS = {
  __proto__: null,
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  zlibInflateOptions: { chunkSize: 1_024 },
} as const

function isUsable(parameters: readonly string[]): boolean {
  const names = parameters.map((parameter) => parameter.split('=', 1)[0])
  return new Set(names).size === names.length && parameters.every((parameter) => USABLE.test(parameter))
}

/**
 * True if a `Sec-WebSocket-Extensions` header offers permessage-deflate with parameters that shared frames support.
 * Otherwise, including malformed headers, the client gets plain frames.
 */
export function offersDeflate(header: string | undefined): boolean {
  if (header === undefined) return false
  const extensions = header.split(',').map((extension) => extension.split(';').map((part) => part.trim()))
  const isWellFormed = extensions.every(
    ([name = '', ...parameters]) => TOKEN.test(name) && parameters.every((parameter) => PARAMETER.test(parameter)),
  )
  const offers = extensions.filter(([name]) => name === NAME)
  return isWellFormed && offers.length > 0 && offers.every(([, ...parameters]) => isUsable(parameters))
}

const canCleanUp = (value: unknown): value is { cleanup(): void } =>
  typeof value === 'object' && value !== null && 'cleanup' in value && typeof value.cleanup === 'function'

/**
 * Frees the zlib inflater of a socket's last message. ws keeps it for the next one, 46 kB per client, although without
 * context takeover it is not needed. Uses a private field of ws; if that is missing, nothing is freed.
 * @returns whether ws has the field; false for a socket without permessage-deflate
 */
export function releaseInflater(ws: WebSocket): boolean {
  const extensions: unknown = Reflect.get(ws, '_extensions')
  const deflate = typeof extensions === 'object' && extensions !== null && NAME in extensions && extensions[NAME]
  if (!canCleanUp(deflate)) return false
  deflate.cleanup()
  return true
}
