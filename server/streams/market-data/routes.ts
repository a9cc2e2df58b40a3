import type { Service } from '#server/http/app.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { StreamLog } from '../ports.ts'
import { toReadableLog } from '../readable-log.ts'
import { analysisRoutes } from './analysis.ts'
import { indicatorRoutes, type ClosedCandles } from './indicators.ts'
import { signalRoutes, type ActiveModels } from './signals.ts'

export interface MarketDataDeps {
  readonly log: StreamLog
  readonly market: MarketKind
  readonly activeModels: ActiveModels
  readonly closedCandles: ClosedCandles
}

/**
 * Routes of indicators, analysis and signals, mounted under the market-data base. They read the same log as the
 * stream-proxy and the analytics socket, so that all three agree; only indicators of the past are computed anew.
 */
export const marketDataRoutes =
  ({ log, market, activeModels, closedCandles }: MarketDataDeps): Service =>
  async (app) => {
    const readable = toReadableLog(log)
    await app.register(indicatorRoutes(readable, closedCandles))
    await app.register(analysisRoutes(readable, market))
    await app.register(signalRoutes(readable, market, activeModels))
  }
