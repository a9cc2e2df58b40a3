import type { LedgerRow, PaperAccount } from '#contract/paper/account.ts'
import type { ListedOrder } from '#contract/paper/orders.ts'
import type { TriedTemplate } from '#contract/strategies/template-results.ts'
import { render } from '@testing-library/react'
import { useState } from 'react'
import { NEVER, of } from 'rxjs'
import type { Market } from '#contract/provenance.ts'
import type { WizardActor } from '#src/machines/wizard/machine.ts'
import { createStrategies, type PaperFeed } from '#src/app/strategies.ts'
import type { FiguresByPair, MarketSnapshot, StreamRecord } from '#src/streams/index.ts'
import { NO_DETAIL, type TradingSearch } from '#src/features/trading/search.ts'
import { TradingContext, type TradingContextValue } from '#src/features/trading/trading-context.ts'
import { TradingOperations } from '#src/features/trading/TradingScreen.tsx'
import { StrategyPage } from '#src/features/trading/detail/StrategyScreen.tsx'
import type { TradingAddress } from '#src/features/trading/useAddress.ts'
import { createCall } from '#src/transport/http/http.ts'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import { json } from './identity-service.ts'
import * as sample from '../data/strategy-samples.ts'

const BASE = '/api/strategy'

/** One request to the strategy service. */
export interface RecordedRequest {
  /** `GET /api/ensemble/strategies` */
  readonly route: string
  readonly query: Readonly<Record<string, string>>
  readonly key: string | null
  readonly body: unknown
}
type MockResponse = Response | Promise<Response>

/** A fake strategy service; the response of each route can be overridden. */
export function createStrategyBackend() {
  const requests: RecordedRequest[] = []
  const overrides = new Map<string, (request: RecordedRequest) => MockResponse>()
  const data = {
    templates: [sample.template()],
    tried: [] as TriedTemplate[],
    paper: null as PaperAccount | null,
    ledger: [] as LedgerRow[],
    orders: [] as ListedOrder[],
    strategies: [sample.summary()],
  }
  const defaultResponse = ({ route }: RecordedRequest): MockResponse => {
    if (route.startsWith('POST') && /custom$|from-template/.test(route)) return json(201, { strategy_id: 's-new' })
    if (route.endsWith('/availability')) return json(200, { availability: sample.AVAILABILITY })
    if (route.endsWith('/backtest')) return json(200, { backtest: sample.BACKTEST })
    if (route === 'GET /api/ensemble/paper') return json(200, { account: data.paper })
    if (route.endsWith('/paper/ledger')) return json(200, { rows: data.ledger })
    if (route === 'GET /api/ensemble/paper/orders') return json(200, { orders: data.orders })
    if (route.endsWith('/paper/curve')) return json(200, { points: [] })
    if (route.includes('/paper')) return json(200, { success: true, id: 'p-1' })
    if (route.endsWith('/templates')) return json(200, { templates: data.templates, tried: data.tried })
    if (route.endsWith('/performance')) return json(200, { performance: sample.performance() })
    if (route.endsWith('/decision')) return json(200, { decision: sample.decision() })
    if (route.endsWith('/decisions')) return json(200, { decisions: [sample.decision()] })
    if (route.endsWith('/why')) return json(200, sample.why())
    if (route.endsWith('/shares')) return json(200, { shares: { viewers: false, people: [] } })
    if (route.endsWith('/versions')) return json(200, { versions: sample.VERSIONS })
    if (/\/versions\/\d+$/.test(route)) return json(200, { version: sample.version(Number(route.split('/').at(-1))) })
    if (route.endsWith('/export')) return json(200, sample.DEFINITION)
    if (route === 'GET /api/ensemble/strategies') return json(200, { strategies: data.strategies })
    if (route.startsWith('GET')) return json(200, { strategy: sample.strategy() })
    return json(200, { success: true, strategy_id: 's-1' })
  }
  return {
    requests: requests,
    data,
    /** Requests of a route, in order. */
    of: (route: string) => requests.filter((request) => request.route === route),
    on: (route: string, respond: (request: RecordedRequest) => MockResponse) => overrides.set(route, respond),
    off: (route: string) => overrides.delete(route),
    fetch: async (address: string, init: RequestInit): Promise<Response> => {
      const url = new URL(address, 'http://test')
      const request: RecordedRequest = {
        route: `${init.method} ${url.pathname.replace(BASE, '')}`,
        query: Object.fromEntries(url.searchParams),
        key: new Headers(init.headers).get('idempotency-key'),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      }
      requests.push(request)
      return (overrides.get(request.route) ?? defaultResponse)(request)
    },
  }
}

const market: Market = {
  kind: 'replay',
  label: 'Replay',
  now: sample.MARKET,
  speed: 1,
  pairs: ['BTCUSD'],
}

interface ScreenProps extends Omit<TradingContextValue, 'address'> {
  readonly start: TradingSearch
  readonly openChart: TradingAddress['openChart'] | undefined
}

/** The screen with its address in memory. */
function Screen({ start, openChart, ...context }: ScreenProps) {
  const [search, setSearch] = useState(start)
  const [page, setPage] = useState<string>()
  const change = (part: TradingSearch) => setSearch((current) => ({ ...current, ...part }))
  const address = {
    search,
    filter: change,
    browse: change,
    open: (strategy: string, decision?: string) => change({ ...NO_DETAIL, strategy, decision }),
    show: (part: TradingSearch) => change({ tab: undefined, version: undefined, against: undefined, ...part }),
    openPage: setPage,
    close: () => {
      setPage(undefined)
      change(NO_DETAIL)
    },
    closePaper: () => change({ from_backtest: undefined, order: undefined }),
    openBacktests: () => undefined,
    openBacktest: () => undefined,
    openChart: openChart ?? (() => undefined),
    openDashboard: () => undefined,
  }
  return (
    <TradingContext value={{ ...context, address }}>
      {page === undefined ? <TradingOperations /> : <StrategyPage id={page} />}
    </TradingContext>
  )
}

interface TradingOptions {
  readonly canEdit?: boolean
  readonly backend?: ReturnType<typeof createStrategyBackend>
  /** Replaces the default wizard actor. */
  readonly wizard?: WizardActor
  /** Records of the analysis streams. */
  readonly records?: readonly StreamRecord[]
  /** The address that it opens with. */
  readonly search?: TradingSearch
  /** Last prices by pair. */
  readonly prices?: FiguresByPair
  /** Called with what is shown on the chart. */
  readonly openChart?: TradingAddress['openChart']
  readonly paperFeed?: PaperFeed
}

/** Renders the trading screen over a strategy backend. */
export function renderTrading({
  canEdit = true,
  backend = createStrategyBackend(),
  wizard,
  records = [],
  search = {},
  prices = new Map(),
  openChart,
  paperFeed = { isLive$: of(false), updates$: NEVER },
}: TradingOptions = {}) {
  let changeSession = (): void => undefined
  let ids = 0
  const stored = new Map<string, string>()
  const created = createStrategies({
    cache: {
      read: (key) => {
        const text = stored.get(key)
        return text === undefined ? undefined : { text, cachedAt: 0, expiresAt: Number.POSITIVE_INFINITY }
      },
      write: (key, text) => stored.set(key, text),
    },
    call: createCall(backend.fetch, BASE),
    watchSession: (changed) => {
      changeSession = changed
      return () => undefined
    },
    now: Date.now,
    newId: () => `key-${++ids}`,
    paperFeed,
    inspect: undefined,
  })
  const strategies = { ...created, wizard: wizard ?? created.wizard }
  const reading: MarketSnapshot = { market, receivedAt: Date.now() }
  const market$ = of(reading)
  const pairFigures$ = of(prices)
  const view = render(
    <OverlayProvider>
      <Screen
        {...strategies}
        start={search}
        openChart={openChart}
        canEdit={canEdit}
        market$={market$}
        pairFigures$={pairFigures$}
        records={{ category: () => of(records) }}
      />
    </OverlayProvider>,
  )
  return { backend, strategies, changeSession, view }
}
