/** Paths of the services, below the four bases that a client reads from /config.json. */

/** Of the health endpoint: every page asks there whether changes are accepted, and reads no more of the response. */
export const HEALTH_PATH = '/health'

export const SOCKET_PATHS = { tdp: '/ws/tdp', analytics: '/ws/analytics' } as const

/** The client's pages; `:id` is any part of a path. The server answers other addresses with its page for unknown ones and 404. */
export const PAGE_PATHS = [
  '/',
  '/signin',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/dashboard',
  '/trading',
  '/trading/backtests',
  '/trading/strategies/:id',
  '/charts',
  '/score',
  '/profile',
  '/profile/security',
  '/monitoring',
  '/admin',
  '/admin/dashboard',
  '/admin/users',
  '/admin/invitations',
  '/admin/sessions',
  '/admin/security',
  '/dev/machines',
] as const

/** The page that resets a password, with the secret in the fragment, which browsers send to no server. */
export const resetPath = (token: string): string => `/reset-password#${encodeURIComponent(token)}`

/** Where the bundled server mounts its services. Another backend may use others. */
export const DEFAULT_BASES = {
  identity: '/api/identity',
  tdp: '/api/tdp',
  proxy: '/api/redis-proxy',
  strategy: '/api/strategy',
} as const
