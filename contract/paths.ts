/** Paths of the services, below the four bases that a client reads from /config.json. */

/** Of the health endpoint: every page asks there whether changes are accepted, and reads no more of the response. */
export const HEALTH_PATH = '/health'

export const SOCKET_PATHS = { tdp: '/ws/tdp', analytics: '/ws/analytics' } as const

/** The client's pages. The server answers other addresses with its page for unknown ones and 404. */
export const PAGE_PATHS = [
  '/',
  '/signin',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/dashboard',
  '/trading',
  '/trading/backtests',
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

/** Below the market-data base. */
export const CANDLES = {
  timeframes: '/api/candles/timeframes',
  recent: '/api/candles/recent',
  byTimeframe: '/api/candles/:timeframe',
  latest: '/api/candles/latest/:timeframe',
  status: '/api/candles/status',
  /** Of files of candles into the library that backtests run on. */
  imports: '/api/candles/imports',
  pauseImport: '/api/candles/imports/:id/pause',
  resumeImport: '/api/candles/imports/:id/resume',
  cancelImport: '/api/candles/imports/:id/cancel',
} as const

/** Below the market-data base: technical indicators of one timeframe. */
export const INDICATORS = {
  all: '/api/indicators/:timeframe/all',
  history: '/api/indicators/:timeframe/history',
  series: '/api/indicators/:timeframe/series',
  rsi: '/api/indicators/:timeframe/rsi',
  ema9: '/api/indicators/:timeframe/ema_9',
  ema21: '/api/indicators/:timeframe/ema_21',
  bollingerBands: '/api/indicators/:timeframe/bollinger_bands',
  atr: '/api/indicators/:timeframe/atr',
  macd: '/api/indicators/:timeframe/macd',
  stochastic: '/api/indicators/:timeframe/stochastic',
} as const

/** Below the market-data base: the analysis of one pair. */
export const ANALYSIS = {
  comprehensive: '/api/analysis/comprehensive/:pair',
  supportResistance: '/api/analysis/support-resistance/:pair',
  divergence: '/api/analysis/divergence/:pair',
  patterns: '/api/analysis/patterns/:pair',
  crossTimeframe: '/api/analysis/cross-timeframe/:pair',
  /** Of all pairs. */
  trackRecords: '/api/analysis/records',
  /** Of all pairs, or of one. */
  scoreCard: '/api/analysis/score-card',
} as const

/** Below the market-data base. */
export const SIGNALS = {
  ml: '/api/signals/ml/:pair',
  comprehensive: '/api/signals/comprehensive/:pair',
  activeModels: '/api/signals/models/active',
} as const
