import { toInterval } from '#contract/timeframes.ts'
import type { StreamSelection } from '#src/streams/ports.ts'

/** Replaces the token in displayed addresses. */
const HIDDEN = '***'

/**
 * Address of a socket. `path` is absolute or relative to `page`, whose origin decides between ws and wss; `batch=1`
 * requests arrays of messages, `pairs` and `timeframe` select streams. Without a token the parameter is omitted.
 */
export function socketUrl(page: string, path: string, token: string | undefined, selection?: StreamSelection): string {
  const url = new URL(path, page)
  url.protocol = url.protocol.replace(/^http/, 'ws')
  url.hash = ''
  if (token !== undefined) url.searchParams.set('token', token)
  url.searchParams.set('batch', '1')
  if (selection?.pairs !== undefined) url.searchParams.set('pairs', selection.pairs.join())
  if (selection !== undefined) url.searchParams.set('timeframe', selection.timeframes.map(toInterval).join())
  return url.href
}

/** The same address for display, without the token. */
export const shownSocketUrl = (page: string, path: string): string => socketUrl(page, path, HIDDEN)
