/** Paths of the services, below the four bases that a client reads from /config.json. */

export const SOCKET_PATHS = { tdp: '/ws/tdp', analytics: '/ws/analytics' } as const
export const CONFIG_PATH = '/config.json'
export const HEALTH_PATH = '/health'

/** Where the bundled server mounts its services. Another backend may use others. */
export const DEFAULT_BASES = {
  identity: '/api/identity',
  tdp: '/api/tdp',
  proxy: '/api/redis-proxy',
  strategy: '/api/strategy',
} as const

/** Below the identity base. */
export const IDENTITY = {
  login: '/auth/login',
  register: '/auth/register',
  logout: '/auth/logout',
  refresh: '/auth/refresh',
  me: '/auth/me',
  validateInvitation: '/auth/invitations/validate',
  socketTicket: '/auth/ws-ticket',
} as const

/** Below the market-data base. */
export const CANDLES = {
  timeframes: '/api/candles/timeframes',
  recent: '/api/candles/recent',
  byTimeframe: '/api/candles/:timeframe',
  latest: '/api/candles/latest/:timeframe',
  status: '/api/candles/status',
} as const

/** Below the stream-proxy base. */
export const PROXY = {
  health: '/health',
  status: '/api/status',
  consume: '/api/streams/consume',
  analytics: '/api/analytics',
  streams: '/api/streams',
  metadata: '/api/streams/metadata/:streamKey',
  latest: '/api/streams/latest/:streamKey',
  recent: '/api/streams/recent/:streamKey',
} as const
