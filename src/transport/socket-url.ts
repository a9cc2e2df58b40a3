/** Stands for the token wherever an address is shown. */
const HIDDEN = '***'

/**
 * Address of a socket. `path` is relative to `page` (its origin decides ws or wss) or absolute; `batch=1` asks for
 * arrays of messages. Without a token the parameter is left out.
 */
export function socketUrl(page: string, path: string, token: string | undefined): string {
  const url = new URL(path, page)
  url.protocol = url.protocol.replace(/^http/, 'ws')
  url.hash = ''
  if (token !== undefined) url.searchParams.set('token', token)
  url.searchParams.set('batch', '1')
  return url.href
}

/** The same address for people: its token is never in it. */
export const shownSocketUrl = (page: string, path: string): string => socketUrl(page, path, HIDDEN)
