import type { ApiScope } from '#contract/api-tokens.ts'
import { CANDLE_IMPORT } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import { ANALYSIS, CANDLES, DEFAULT_BASES, INDICATORS, SIGNALS, SOCKET_PATHS } from '#contract/paths.ts'
import { AREAS, DECLARED, routesOf } from './areas.ts'
import type { PolicyTable } from './route-policy.ts'

const { tdp } = DEFAULT_BASES

export const POLICY: PolicyTable = {
  ...DECLARED,
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
