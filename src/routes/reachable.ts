import type { Role } from '#contract/roles.ts'
import { connectionStatus, diagnostics, monitoringTools, proofDialog } from '../app/lazy-components.tsx'
import type { Services } from '../app/services.ts'
import * as screens from './screens.ts'

/** What a user of this role can open, besides the dashboard that comes first: it has to open in an outage too. */
export const reachable = (role: Role, { health, strategies, account, models, admin }: Services) => [
  connectionStatus.preload,
  proofDialog.preload,
  health,
  () => screens.DashboardScreen.preload?.(),
  () => import('#src/ui/charts/CandleChart.tsx'),
  () => screens.ModelsSlot.preload?.(),
  models,
  () => screens.MonitoringScreen.preload?.(),
  monitoringTools.preload,
  diagnostics.preload,
  () => screens.TradingScreen.preload?.(),
  strategies,
  () => screens.ProfileScreen.preload?.(),
  () => screens.AccountSecurityScreen.preload?.(),
  () => screens.ScoreScreen.preload?.(),
  account,
  () => import('#src/features/shell/Palette.tsx'),
  ...(role === 'Admin'
    ? [admin, ...Object.values(screens.ADMIN_SCREENS).map((screen) => () => screen.preload?.())]
    : []),
]
