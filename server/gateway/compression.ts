import type { PerMessageDeflateOptions } from 'ws'

const NAME = 'permessage-deflate'
const WORD = /^[\w.-]+$/
const PARAMETER = /^[\w.-]+(?:=[\w.-]+)?$/
/** Of RFC 7692, 7.1, without `server_max_window_bits`: shared frames have one window for everybody. */
const USABLE = /^(?:server_no_context_takeover|client_no_context_takeover|client_max_window_bits(?:=(?:8|9|1[0-5]))?)$/

/**
 * How permessage-deflate is answered. Without context takeover no frame refers to an earlier one, so the same frame suits
 * every socket. Clients say little: small pieces of inflated text instead of 16 KiB that each socket would hold.
 */
export const COMPRESSION = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  zlibInflateOptions: { chunkSize: 1_024 },
} as const satisfies PerMessageDeflateOptions

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
    ([name = '', ...parameters]) => WORD.test(name) && parameters.every((parameter) => PARAMETER.test(parameter)),
  )
  const offers = extensions.filter(([name]) => name === NAME)
  return isWellFormed && offers.length > 0 && offers.every(([, ...parameters]) => isUsable(parameters))
}
