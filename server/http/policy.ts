import type { ApiScope } from '#contract/api-tokens.ts'
import { CANDLE_IMPORT, INVITATION, MODEL_LIMITS } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import {
  ADMIN,
  ANALYSIS,
  BACKTESTS,
  CANDLES,
  CONFIG_PATH,
  DEFAULT_BASES,
  exportPath,
  HEALTH_PATH,
  LIVENESS_PATH,
  METRICS_PATH,
  IDENTITY,
  PROXY,
  DOCS_PATH,
  OPENAPI_PATH,
  ASYNCAPI_PATH,
  REPORTS_PATH,
  INDICATORS,
  MODELS,
  SIGNALS,
  SOCKET_PATHS,
  STRATEGIES,
} from '#contract/paths.ts'

/**
 * Requests per minute of one verified user and, without a valid token or cookie, of one address. `none`: limited by the
 * handler, if at all.
 */
export const RATES = {
  none: undefined,
  standard: 6_000,
  /** Of each API token, apart from the budget of its user's sessions. */
  token: 600,
  /** Well above normal use; the identity service throttles guessing per account. */
  'sign-in': 600,
  refresh: 1_200,
  /** Codes cannot be guessed; this limits the load of attempts. */
  invitation: INVITATION.checksPerMinute,
  /** Public, and each report is a log line. */
  report: 60,
} as const
export type RateClass = keyof typeof RATES

/** Who may call a route, how often, and whether cross-site requests are refused. */
export interface RoutePolicy {
  readonly access: 'public' | Role
  readonly rate?: RateClass
  /** The scope with which an API token may call the route; without one, no API token may. */
  readonly scope?: ApiScope
  /** Refuses cross-site requests, because the route reads or sets a cookie. */
  readonly sameOriginOnly?: true
  /** Refuses users who have not proven who they are for ten minutes: a taken session alone must not be able to do this. */
  readonly recentProof?: true
  /** A public route that counts a request with a valid refresh cookie against its user's budget, not its address's. */
  readonly identifiedByCookie?: true
  /** Time-out of the body if the default is too short, milliseconds, and its largest size if that is above 1 MiB. */
  readonly bodyMs?: number
  readonly bodyBytes?: number
}

/**
 * Policies by method and path as registered. The server does not start if a route has no entry. Sockets have a table of
 * their own: they authenticate after the upgrade, so that a refusal reaches the client as a close code.
 */
export type PolicyTable = Readonly<Record<string, RoutePolicy>>

const { identity, tdp, proxy, strategy } = DEFAULT_BASES

export const POLICY: PolicyTable = {
  [`GET ${HEALTH_PATH}`]: { access: 'public', rate: 'none' },
  [`GET ${LIVENESS_PATH}`]: { access: 'public', rate: 'none' },
  // Checks a token of its own.
  [`GET ${METRICS_PATH}`]: { access: 'public', rate: 'none' },
  // Constant, as the client's files are: no stranger can keep the client of another from starting.
  [`GET ${CONFIG_PATH}`]: { access: 'public', rate: 'none' },
  // Browsers send reports without the access token.
  [`POST ${REPORTS_PATH}`]: { access: 'public', rate: 'report' },
  // Nothing that the client's scripts do not contain.
  [`GET ${OPENAPI_PATH}`]: { access: 'public', rate: 'report' },
  [`GET ${ASYNCAPI_PATH}`]: { access: 'public', rate: 'report' },
  [`GET ${DOCS_PATH}`]: { access: 'public', rate: 'report' },
  'GET /widget/comparison': { access: 'public', rate: 'none' },

  [`POST ${identity}${IDENTITY.login}`]: { access: 'public', rate: 'sign-in', sameOriginOnly: true },
  [`POST ${identity}${IDENTITY.refresh}`]: {
    access: 'public',
    rate: 'refresh',
    sameOriginOnly: true,
    identifiedByCookie: true,
  },
  [`POST ${identity}${IDENTITY.logout}`]: {
    access: 'public',
    rate: 'refresh',
    sameOriginOnly: true,
    identifiedByCookie: true,
  },
  [`GET ${identity}${IDENTITY.me}`]: { access: 'Viewer' },
  [`POST ${identity}${IDENTITY.socketTicket}`]: { access: 'Viewer' },
  [`GET ${identity}${IDENTITY.validateInvitation}`]: { access: 'public', rate: 'invitation' },
  [`POST ${identity}${IDENTITY.register}`]: { access: 'public', rate: 'invitation', sameOriginOnly: true },
  [`GET ${identity}${IDENTITY.ownSessions}`]: { access: 'Viewer' },
  [`DELETE ${identity}${IDENTITY.ownSession}`]: { access: 'Viewer', recentProof: true },
  [`DELETE ${identity}${IDENTITY.ownSessions}`]: { access: 'Viewer', recentProof: true },
  [`GET ${identity}${IDENTITY.ownSignIns}`]: { access: 'Viewer' },
  // Asks for a recent proof itself, of users with a second factor: the others give their password with the new one.
  [`POST ${identity}${IDENTITY.password}`]: { access: 'Viewer', rate: 'sign-in' },
  [`POST ${identity}${IDENTITY.loginFactor}`]: { access: 'public', rate: 'sign-in', sameOriginOnly: true },
  [`GET ${identity}${IDENTITY.factors}`]: { access: 'Viewer' },
  [`POST ${identity}${IDENTITY.totp}`]: { access: 'Viewer', recentProof: true },
  [`POST ${identity}${IDENTITY.confirmTotp}`]: { access: 'Viewer', rate: 'sign-in', recentProof: true },
  [`DELETE ${identity}${IDENTITY.totp}`]: { access: 'Viewer', recentProof: true },
  [`POST ${identity}${IDENTITY.recoveryCodes}`]: { access: 'Viewer', recentProof: true },
  [`POST ${identity}${IDENTITY.forgottenPassword}`]: { access: 'public', rate: 'invitation', sameOriginOnly: true },
  [`POST ${identity}${IDENTITY.passwordReset}`]: { access: 'public', rate: 'invitation', sameOriginOnly: true },
  [`GET ${identity}${IDENTITY.apiTokens}`]: { access: 'Viewer' },
  [`POST ${identity}${IDENTITY.apiTokens}`]: { access: 'Viewer', recentProof: true },
  [`DELETE ${identity}${IDENTITY.apiToken}`]: { access: 'Viewer' },
  [`POST ${identity}${IDENTITY.passkeySetup}`]: { access: 'Viewer', recentProof: true },
  [`POST ${identity}${IDENTITY.passkeys}`]: { access: 'Viewer', recentProof: true },
  [`PATCH ${identity}${IDENTITY.passkey}`]: { access: 'Viewer', recentProof: true },
  [`DELETE ${identity}${IDENTITY.passkey}`]: { access: 'Viewer', recentProof: true },
  [`POST ${identity}${IDENTITY.proofChallenge}`]: { access: 'Viewer' },
  [`POST ${identity}${IDENTITY.proof}`]: { access: 'Viewer', rate: 'sign-in' },

  [`GET ${identity}${ADMIN.users}`]: { access: 'Admin' },
  [`GET ${identity}${ADMIN.user}`]: { access: 'Admin' },
  [`PATCH ${identity}${ADMIN.userRole}`]: { access: 'Admin', recentProof: true },
  [`PATCH ${identity}${ADMIN.userStatus}`]: { access: 'Admin', recentProof: true },
  [`DELETE ${identity}${ADMIN.user}`]: { access: 'Admin', recentProof: true },
  [`GET ${identity}${ADMIN.userSessions}`]: { access: 'Admin' },
  [`DELETE ${identity}${ADMIN.userSessions}`]: { access: 'Admin', recentProof: true },
  [`POST ${identity}${ADMIN.userPasswordReset}`]: { access: 'Admin', recentProof: true },
  [`DELETE ${identity}${ADMIN.userFactors}`]: { access: 'Admin', recentProof: true },
  [`POST ${identity}${ADMIN.invitations}`]: { access: 'Admin', recentProof: true },
  [`GET ${identity}${ADMIN.invitations}`]: { access: 'Admin' },
  [`POST ${identity}${ADMIN.revokeInvitation}`]: { access: 'Admin' },
  [`POST ${identity}${ADMIN.resendInvitation}`]: { access: 'Admin' },
  [`GET ${identity}${ADMIN.sessions}`]: { access: 'Admin' },
  [`DELETE ${identity}${ADMIN.session}`]: { access: 'Admin', recentProof: true },
  [`DELETE ${identity}${ADMIN.cleanupSessions}`]: { access: 'Admin' },
  [`GET ${identity}${ADMIN.loginAttempts}`]: { access: 'Admin' },
  [`GET ${identity}${ADMIN.auditLog}`]: { access: 'Admin' },
  [`GET ${identity}${ADMIN.securityAlerts}`]: { access: 'Admin' },
  [`POST ${identity}${ADMIN.resolveAlert}`]: { access: 'Admin' },
  [`GET ${identity}${exportPath('users')}`]: { access: 'Admin' },
  [`GET ${identity}${exportPath('invitations')}`]: { access: 'Admin' },
  [`GET ${identity}${exportPath('sessions')}`]: { access: 'Admin' },
  [`GET ${identity}${exportPath('attempts')}`]: { access: 'Admin' },
  [`GET ${identity}${exportPath('audit')}`]: { access: 'Admin' },
  [`GET ${identity}${exportPath('alerts')}`]: { access: 'Admin' },
  [`POST ${identity}${ADMIN.faultInjection}`]: { access: 'Admin' },
  [`GET ${identity}${ADMIN.faultInjection}`]: { access: 'Admin' },
  [`DELETE ${identity}${ADMIN.faultInjection}`]: { access: 'Admin' },

  [`GET ${tdp}${CANDLES.timeframes}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${CANDLES.recent}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${CANDLES.byTimeframe}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${CANDLES.latest}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${CANDLES.status}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${CANDLES.imports}`]: { access: 'Admin' },
  [`POST ${tdp}${CANDLES.imports}`]: {
    access: 'Admin',
    bodyMs: CANDLE_IMPORT.uploadMs,
    bodyBytes: CANDLE_IMPORT.maxFileBytes,
  },
  [`POST ${tdp}${CANDLES.pauseImport}`]: { access: 'Admin' },
  [`POST ${tdp}${CANDLES.resumeImport}`]: { access: 'Admin' },
  [`POST ${tdp}${CANDLES.cancelImport}`]: { access: 'Admin' },

  [`GET ${tdp}${INDICATORS.all}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${INDICATORS.history}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${INDICATORS.series}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${INDICATORS.rsi}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${INDICATORS.ema9}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${INDICATORS.ema21}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${INDICATORS.bollingerBands}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${INDICATORS.atr}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${INDICATORS.macd}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${INDICATORS.stochastic}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${ANALYSIS.comprehensive}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${ANALYSIS.supportResistance}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${ANALYSIS.divergence}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${ANALYSIS.patterns}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${ANALYSIS.crossTimeframe}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${ANALYSIS.trackRecords}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${SIGNALS.ml}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${SIGNALS.comprehensive}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${SIGNALS.activeModels}`]: { access: 'Viewer', scope: 'market:read' },
  [`GET ${tdp}${ANALYSIS.scoreCard}`]: { access: 'Viewer', scope: 'market:read' },

  [`GET ${tdp}${MODELS.all}`]: { access: 'Viewer', scope: 'models:read' },
  [`GET ${tdp}${MODELS.list}`]: { access: 'Viewer', scope: 'models:read' },
  [`GET ${tdp}${MODELS.features}`]: { access: 'Viewer', scope: 'models:read' },
  [`GET ${tdp}${MODELS.history}`]: { access: 'Viewer', scope: 'models:read' },
  [`GET ${tdp}${MODELS.model}`]: { access: 'Viewer', scope: 'models:read' },
  [`GET ${tdp}${MODELS.performance}`]: { access: 'Viewer', scope: 'models:read' },
  [`POST ${tdp}${MODELS.upload}`]: {
    access: 'Trader',
    scope: 'models:write',
    bodyMs: MODEL_LIMITS.uploadMs,
    bodyBytes: MODEL_LIMITS.maxFileBytes,
  },
  [`POST ${tdp}${MODELS.activate}`]: { access: 'Trader', scope: 'models:write' },
  [`POST ${tdp}${MODELS.deactivate}`]: { access: 'Trader', scope: 'models:write' },
  [`POST ${tdp}${MODELS.rollBack}`]: { access: 'Trader', scope: 'models:write' },
  [`DELETE ${tdp}${MODELS.model}`]: { access: 'Admin' },

  [`GET ${proxy}${PROXY.health}`]: { access: 'Viewer', scope: 'streams:read' },
  [`GET ${proxy}${PROXY.status}`]: { access: 'Viewer', scope: 'streams:read' },
  [`GET ${proxy}${PROXY.consume}`]: { access: 'Viewer', scope: 'streams:read' },
  [`GET ${proxy}${PROXY.analytics}`]: { access: 'Viewer', scope: 'streams:read' },
  [`GET ${proxy}${PROXY.streams}`]: { access: 'Viewer', scope: 'streams:read' },
  [`GET ${proxy}${PROXY.metadata}`]: { access: 'Viewer', scope: 'streams:read' },
  [`GET ${proxy}${PROXY.latest}`]: { access: 'Viewer', scope: 'streams:read' },
  [`GET ${proxy}${PROXY.recent}`]: { access: 'Viewer', scope: 'streams:read' },

  [`GET ${strategy}${STRATEGIES.templates}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`POST ${strategy}${STRATEGIES.fromTemplate}`]: { access: 'Trader', scope: 'strategies:write' },
  [`POST ${strategy}${STRATEGIES.custom}`]: { access: 'Trader', scope: 'strategies:write' },
  [`POST ${strategy}${STRATEGIES.backtest}`]: { access: 'Trader', scope: 'strategies:write' },
  [`POST ${strategy}${STRATEGIES.availability}`]: { access: 'Trader', scope: 'strategies:write' },
  [`GET ${strategy}${STRATEGIES.list}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`GET ${strategy}${STRATEGIES.one}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`PATCH ${strategy}${STRATEGIES.one}`]: { access: 'Trader', scope: 'strategies:write' },
  [`DELETE ${strategy}${STRATEGIES.one}`]: { access: 'Trader', scope: 'strategies:write' },
  [`PATCH ${strategy}${STRATEGIES.status}`]: { access: 'Trader', scope: 'strategies:write' },
  [`PATCH ${strategy}${STRATEGIES.archive}`]: { access: 'Trader', scope: 'strategies:write' },
  [`GET ${strategy}${STRATEGIES.performance}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`GET ${strategy}${STRATEGIES.decision}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`GET ${strategy}${STRATEGIES.decisions}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`GET ${strategy}${STRATEGIES.why}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`GET ${strategy}${STRATEGIES.signals}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`GET ${strategy}${STRATEGIES.export}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`GET ${strategy}${STRATEGIES.shares}`]: { access: 'Trader' },
  // The response says whether a Trader has the e-mail address.
  [`POST ${strategy}${STRATEGIES.shares}`]: { access: 'Trader', rate: 'sign-in' },
  [`DELETE ${strategy}${STRATEGIES.share}`]: { access: 'Trader' },
  [`GET ${strategy}${STRATEGIES.versions}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`GET ${strategy}${STRATEGIES.version}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`POST ${strategy}${STRATEGIES.versions}`]: { access: 'Trader', scope: 'strategies:write' },
  [`POST ${strategy}${STRATEGIES.evaluate}`]: { access: 'Trader', scope: 'strategies:write' },
  [`GET ${strategy}${BACKTESTS.list}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`POST ${strategy}${BACKTESTS.list}`]: { access: 'Trader', scope: 'strategies:write' },
  [`GET ${strategy}${BACKTESTS.data}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`GET ${strategy}${BACKTESTS.one}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`PATCH ${strategy}${BACKTESTS.one}`]: { access: 'Trader', scope: 'strategies:write' },
  [`DELETE ${strategy}${BACKTESTS.one}`]: { access: 'Trader', scope: 'strategies:write' },
  [`POST ${strategy}${BACKTESTS.pause}`]: { access: 'Trader', scope: 'strategies:write' },
  [`POST ${strategy}${BACKTESTS.resume}`]: { access: 'Trader', scope: 'strategies:write' },
  [`POST ${strategy}${BACKTESTS.cancel}`]: { access: 'Trader', scope: 'strategies:write' },
  [`GET ${strategy}${STRATEGIES.health}`]: { access: 'Viewer', scope: 'strategies:read' },
  [`GET ${strategy}${STRATEGIES.metrics}`]: { access: 'Viewer', scope: 'strategies:read' },
}

/** Policies of the sockets, by path: every role, and API tokens with the scope. */
export const SOCKET_POLICY: Readonly<Record<string, { readonly access: Role; readonly scope: ApiScope }>> = {
  [SOCKET_PATHS.tdp]: { access: 'Viewer', scope: 'streams:read' },
  [SOCKET_PATHS.analytics]: { access: 'Viewer', scope: 'streams:read' },
}

/** The table with every model action open to all signed-in users. */
export const withOpenModels = (table: PolicyTable): PolicyTable =>
  Object.fromEntries(
    Object.entries(table).map(([route, policy]) => [
      route,
      route.includes(` ${tdp}${MODELS.all}`) ? { ...policy, access: 'Viewer' as const } : policy,
    ]),
  )
