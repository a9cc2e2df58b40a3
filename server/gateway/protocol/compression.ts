import type { WebSocket } from 'ws'

const NAME = 'permessage-deflate'
const TOKEN = /^[\w.-]+$/
const PARAMETER = /^[\w.-]+(?:=[\w.-]+)?$/
/** Of RFC 7692, 7.1, without `server_max_window_bits`: shared frames have one window for everybody. */
const USABLE = /^(?:server_no_context_takeover|client_no_context_takeover|client_max_window_bits(?:=(?:8|9|1[0-5]))?)$/

/**
 * How permessage-deflate is answered. Without context takeover no frame refers to an earlier one, so the same frame suits
 * every socket. Clients say little: inflated in small pieces instead of 16 KiB. Without a prototype, because ws spreads it
 * per socket: copies of an ordinary object get a hidden class each.
 */
export const COMPRESSION = {
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
 * True when a `Sec-WebSocket-Extensions` header offers permessage-deflate in a way that shared frames suit. Anything
 * unusual in it, even beside such an offer, is no reason to refuse a client: it gets plain frames.
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
 * Frees what a socket's last message was inflated with. ws would keep it for the next one, 46 kB for each client that has
 * ever sent something deflated, though without context takeover nothing of it is needed. ws has no public way to it;
 * should it stand elsewhere one day, nothing is freed.
 */
export function releaseInflater(ws: WebSocket) {
  const extensions: unknown = Reflect.get(ws, '_extensions')
  const deflate = typeof extensions === 'object' && extensions !== null && NAME in extensions && extensions[NAME]
  if (canCleanUp(deflate)) deflate.cleanup()
}
