import { createRoute, redirect } from '@tanstack/react-router'
import { chartsSearch, dashboardSearch } from '#src/features/dashboard/search.ts'
import { storedSearch, viewOf } from '#src/features/dashboard/view/address.ts'
import { modelsSearch } from '#src/features/models/search.ts'
import { monitoringSearch } from '#src/features/monitoring/search.ts'
import { scoreSearch } from '#src/features/score/search.ts'
import { backtestsSearch, strategySearch, tradingSearch } from '#src/features/trading/search.ts'
import { diagnostics, monitoringTools } from '../app/lazy-components.tsx'
import { guarded } from './guarded.tsx'
import {
  AccountSecurityScreen,
  BacktestsScreen,
  ChartsScreen,
  DashboardScreen,
  ModelsSlot,
  MonitoringScreen,
  ProfileScreen,
  ScoreScreen,
  StrategyScreen,
  TradingScreen,
} from './screens.ts'

const home = createRoute({
  getParentRoute: () => guarded,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

const dashboard = createRoute({
  getParentRoute: () => guarded,
  path: '/dashboard',
  validateSearch: (raw: Record<string, unknown>) => ({ ...dashboardSearch(raw), ...modelsSearch(raw) }),
  beforeLoad: ({ cause, search, context: { services, signedIn } }) => {
    if (cause !== 'enter') return
    const stored = storedSearch(search, services.preferences.get().view)
    if (stored !== undefined) throw redirect({ to: '/dashboard', search: { ...search, ...stored }, replace: true })
    // Before anything is drawn; later changes are followed on the page.
    signedIn.streams.show(viewOf(search, []))
  },
  component: Object.assign(() => <DashboardScreen models={<ModelsSlot />} />, {
    preload: () => Promise.all([DashboardScreen.preload?.(), ModelsSlot.preload?.()]).then(() => undefined),
  }),
})

const charts = createRoute({
  getParentRoute: () => guarded,
  path: '/charts',
  validateSearch: chartsSearch,
  component: ChartsScreen,
})
const score = createRoute({
  getParentRoute: () => guarded,
  path: '/score',
  validateSearch: scoreSearch,
  component: ScoreScreen,
})
const profile = createRoute({ getParentRoute: () => guarded, path: '/profile', component: ProfileScreen })
const accountSecurity = createRoute({
  getParentRoute: () => guarded,
  path: '/profile/security',
  component: AccountSecurityScreen,
})
const trading = createRoute({
  getParentRoute: () => guarded,
  path: '/trading',
  validateSearch: tradingSearch,
  component: TradingScreen,
})
const backtests = createRoute({
  getParentRoute: () => guarded,
  path: '/trading/backtests',
  validateSearch: backtestsSearch,
  component: BacktestsScreen,
})

const strategy = createRoute({
  getParentRoute: () => guarded,
  path: '/trading/strategies/$id',
  validateSearch: strategySearch,
  component: StrategyScreen,
})

const MonitoringPage = () => <MonitoringScreen actions={diagnostics.element} tools={monitoringTools.element} />

const monitoring = createRoute({
  getParentRoute: () => guarded,
  path: '/monitoring',
  validateSearch: monitoringSearch,
  component: Object.assign(MonitoringPage, { preload: () => MonitoringScreen.preload?.() }),
})

/** What every signed-in user can open. */
export const panelRoutes = [
  home,
  dashboard,
  charts,
  profile,
  accountSecurity,
  trading,
  backtests,
  strategy,
  score,
  monitoring,
] as const
