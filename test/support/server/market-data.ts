import { onTestFinished } from 'vitest'
import type { ActiveModel } from '#contract/payloads/responses.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { ProxyAnalytics } from '#contract/proxy.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { AppDeps } from '#server/http/app.ts'
import type { StreamLog } from '#server/streams/ports.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import { marketDataRoutes } from '#server/streams/market-data/routes.ts'
import type { ClosedCandles } from '#server/streams/market-data/indicators.ts'
import { streamProxyRoutes } from '#server/streams/plugin.ts'
import { bearer, testApp } from './app.ts'

export interface TestResponse {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, unknown>>
}

interface MarketDataOptions extends Partial<AppDeps> {
  readonly activeModels?: readonly ActiveModel[]
  /** None by default. */
  readonly closedCandles?: ClosedCandles
  /** kraken by default. */
  readonly market?: MarketKind
  readonly analytics?: ProxyAnalytics['health']['status']
  /** Why the server is degraded; nothing by default. */
  readonly serverErrors?: readonly string[]
}

/** The stream-proxy and the market-data endpoints over one log, called by a Viewer. */
export async function marketDataApp(
  log: StreamLog = createMemoryLog({ epoch: 'e1' }),
  {
    activeModels = [],
    closedCandles = () => [],
    market = 'kraken',
    analytics = 'healthy',
    serverErrors = [],
    ...deps
  }: MarketDataOptions = {},
) {
  const app = await testApp(deps)
  await app.register(marketDataRoutes({ log, market, activeModels: async () => activeModels, closedCandles }), {
    prefix: DEFAULT_BASES.tdp,
  })
  await app.register(
    streamProxyRoutes({
      log,
      market: () => market,
      version: '1.2.3',
      port: () => 8_080,
      analytics: () => ({ status: analytics, streams: 0, entries: 0, last_entry_at: null, failures: 0 }),
      readiness: async () => ({ status: serverErrors.length > 0 ? 'degraded' : 'healthy', errors: serverErrors }),
      now: () => 42_000,
    }),
    { prefix: DEFAULT_BASES.proxy },
  )
  await app.ready()
  onTestFinished(() => app.close())
  const from =
    (base: string) =>
    async (path: string): Promise<TestResponse> => {
      const { statusCode, headers, json } = await app.inject({ url: `${base}${path}`, headers: bearer('Viewer') })
      return { status: statusCode, body: json(), headers }
    }
  return { log, tdp: from(`${DEFAULT_BASES.tdp}/api`), proxy: from(DEFAULT_BASES.proxy) }
}

/** A log that is unreachable. */
export function unreachableLog(): StreamLog {
  const reject = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:6379'))
  return {
    ...createMemoryLog({ epoch: 'e1' }),
    append: reject,
    recent: reject,
    after: reject,
    info: reject,
    keys: reject,
    check: reject,
  }
}
