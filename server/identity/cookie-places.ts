import { isIP } from 'node:net'

/** Where a browser stores a cookie, beside its name; without a domain, for exactly this host. */
export interface CookiePlace {
  readonly path: string
  readonly domain?: string
}

/** Domains of a host that are tried, from the longest. */
const MAX_DOMAINS = 4

/**
 * Every place from which a browser sends a cookie to `url` of `host` (RFC 6265, 5.1.3 and 5.1.4), except the one of this host and
 * `ownPath`.
 */
export function otherCookiePlaces(host: string, url: string, ownPath: string): readonly CookiePlace[] {
  const domains = [undefined, ...domainsOf(host)]
  return domains.flatMap((domain) =>
    pathsAbove(url)
      .filter((path) => domain !== undefined || path !== ownPath)
      .map((path) => (domain === undefined ? { path } : { path, domain })),
  )
}

/** The host and the domains above it; the top-level one can have no cookies, nor can that of an address. */
function domainsOf(host: string): readonly string[] {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return []
  const labels = host.split('.')
  return labels
    .slice(0, -1)
    .map((_, index) => labels.slice(index).join('.'))
    .slice(0, MAX_DOMAINS)
}

/** The paths that match a request for `url`, each with and without a slash at its end. */
function pathsAbove(url: string): readonly string[] {
  const parts = (url.split('?', 1)[0] ?? '').split('/').filter((part) => part !== '')
  const paths = parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)
  return ['/', ...paths.flatMap((path, index) => (index === paths.length - 1 ? [path] : [path, `${path}/`]))]
}
