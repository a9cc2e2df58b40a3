import type { ApiScope } from '#contract/api-tokens.ts'
import { CANDLE_IMPORT } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import {
  ADMIN,
  ANALYSIS,
  CANDLES,
  DEFAULT_BASES,
  exportPath,
  IDENTITY,
  INDICATORS,
  SIGNALS,
  SOCKET_PATHS,
} from '#contract/paths.ts'
import { AREAS, DECLARED, routesOf } from './areas.ts'
import type { PolicyTable } from './route-policy.ts'

const { identity, tdp } = DEFAULT_BASES

export const POLICY: PolicyTable = {
  ...DECLARED,
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
  [`PATCH ${identity}${IDENTITY.me}`]: { access: 'Viewer', rate: 'sign-in' },
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
}

/** Policies of the sockets, by path: every role, and API tokens with the scope. */
export const SOCKET_POLICY: Readonly<Record<string, { readonly access: Role; readonly scope: ApiScope }>> = {
  [SOCKET_PATHS.tdp]: { access: 'Viewer', scope: 'streams:read' },
  [SOCKET_PATHS.analytics]: { access: 'Viewer', scope: 'streams:read' },
}

/** The table with every model action open to all signed-in users. */
export const withOpenModels = (table: PolicyTable): PolicyTable => ({
  ...table,
  ...Object.fromEntries(
    Object.entries(routesOf(AREAS.models)).map(([route, policy]) => [route, { ...policy, access: 'Viewer' }]),
  ),
})
