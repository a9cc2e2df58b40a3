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

/** Below the identity base. */
export const IDENTITY = {
  login: '/auth/login',
  register: '/auth/register',
  logout: '/auth/logout',
  refresh: '/auth/refresh',
  me: '/auth/me',
  validateInvitation: '/auth/invitations/validate',
  socketTicket: '/auth/ws-ticket',
  ownSessions: '/auth/sessions',
  ownSession: '/auth/sessions/:id',
  password: '/auth/password',
  forgottenPassword: '/auth/password/forgotten',
  passwordReset: '/auth/password/reset',
  ownSignIns: '/auth/sign-ins',
  /** The second step of signing in. */
  loginFactor: '/auth/login/factor',
  factors: '/auth/factors',
  totp: '/auth/factors/totp',
  confirmTotp: '/auth/factors/totp/confirm',
  recoveryCodes: '/auth/factors/recovery-codes',
  apiTokens: '/auth/tokens',
  apiToken: '/auth/tokens/:id',
  passkeys: '/auth/factors/passkeys',
  passkeySetup: '/auth/factors/passkeys/setup',
  passkey: '/auth/factors/passkeys/:id',
  /** Proving again, within a session, who one is. */
  proofChallenge: '/auth/proof/challenge',
  proof: '/auth/proof',
} as const

/** Below the identity base. */
export const ADMIN = {
  users: '/admin/users',
  user: '/admin/users/:id',
  userRole: '/admin/users/:id/role',
  userStatus: '/admin/users/:id/status',
  userSessions: '/admin/users/:id/sessions',
  userPasswordReset: '/admin/users/:id/password-reset',
  userFactors: '/admin/users/:id/factors',
  invitations: '/admin/invitations',
  revokeInvitation: '/admin/invitations/:code/revoke',
  resendInvitation: '/admin/invitations/:code/resend',
  sessions: '/admin/sessions',
  session: '/admin/sessions/:id',
  cleanupSessions: '/admin/sessions/cleanup',
  loginAttempts: '/admin/login-attempts',
  auditLog: '/admin/audit-log',
  securityAlerts: '/admin/security-alerts',
  resolveAlert: '/admin/security-alerts/:id/resolve',
  faultInjection: '/admin/fault-injection',
} as const

/** Below the identity base: the lists of the admin area. */
export const ADMIN_LISTS = {
  users: ADMIN.users,
  invitations: ADMIN.invitations,
  sessions: ADMIN.sessions,
  attempts: ADMIN.loginAttempts,
  audit: ADMIN.auditLog,
  alerts: ADMIN.securityAlerts,
} as const

/** Below the identity base: everything that matches the filter of a list, as a file. */
export const exportPath = (list: keyof typeof ADMIN_LISTS): string => `${ADMIN_LISTS[list]}/export`

/** Below the strategy base. */
export const STRATEGIES = {
  templates: '/api/ensemble/templates',
  fromTemplate: '/api/ensemble/strategies/from-template/:templateId',
  custom: '/api/ensemble/strategies/custom',
  list: '/api/ensemble/strategies',
  one: '/api/ensemble/strategies/:id',
  status: '/api/ensemble/strategies/:id/status',
  archive: '/api/ensemble/strategies/:id/archive',
  performance: '/api/ensemble/strategies/:id/performance',
  decision: '/api/ensemble/strategies/:id/decision',
  decisions: '/api/ensemble/strategies/:id/decisions',
  why: '/api/ensemble/strategies/:id/decisions/:decisionId/why',
  evaluate: '/api/ensemble/strategies/:id/evaluate',
  signals: '/api/ensemble/strategies/:id/signals',
  /** Who may read it besides its owner. */
  shares: '/api/ensemble/strategies/:id/shares',
  /** `viewers`, or the id of a user. */
  share: '/api/ensemble/strategies/:id/shares/:audience',
  versions: '/api/ensemble/strategies/:id/versions',
  version: '/api/ensemble/strategies/:id/versions/:versionNumber',
  /** The strategy as the body that creates it. */
  export: '/api/ensemble/strategies/:id/export',
  backtest: '/api/ensemble/strategies/backtest',
  /** How much of the time sources can be used. */
  availability: '/api/ensemble/sources/availability',
  health: '/api/ensemble/health',
  metrics: '/api/ensemble/metrics',
} as const

/** Below the strategy base: backtests with simulated trades. */
export const BACKTESTS = {
  list: '/api/ensemble/backtests',
  /** What can be tested on. */
  data: '/api/ensemble/backtests/data',
  one: '/api/ensemble/backtests/:id',
  pause: '/api/ensemble/backtests/:id/pause',
  resume: '/api/ensemble/backtests/:id/resume',
  cancel: '/api/ensemble/backtests/:id/cancel',
} as const
