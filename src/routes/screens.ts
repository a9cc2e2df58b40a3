import { lazyRouteComponent } from '@tanstack/react-router'

// Each screen in a chunk of its own.

export const Shell = lazyRouteComponent(() => import('#src/features/shell/Shell.tsx'))
export const DashboardScreen = lazyRouteComponent(() => import('#src/features/dashboard/DashboardScreen.tsx'))
export const ChartsScreen = lazyRouteComponent(() => import('#src/features/dashboard/charts/ChartsScreen.tsx'))
export const ModelsSlot = lazyRouteComponent(() => import('#src/features/models/ModelsPanelLoader.tsx'))
export const ProfileScreen = lazyRouteComponent(() => import('#src/features/profile/ProfileScreen.tsx'))
export const AccountSecurityScreen = lazyRouteComponent(
  () => import('#src/features/profile/security/SecurityScreen.tsx'),
)
export const TradingScreen = lazyRouteComponent(() => import('#src/features/trading/TradingScreen.tsx'))
export const StrategyScreen = lazyRouteComponent(() => import('#src/features/trading/detail/StrategyScreen.tsx'))
export const BacktestsScreen = lazyRouteComponent(() => import('#src/features/trading/backtests/BacktestsScreen.tsx'))
export const ScoreScreen = lazyRouteComponent(() => import('#src/features/score/ScoreScreen.tsx'))
export const MonitoringScreen = lazyRouteComponent(() => import('#src/features/monitoring/MonitoringScreen.tsx'))

export const ADMIN_SCREENS = {
  frame: lazyRouteComponent(() => import('#src/features/admin/AdminFrame.tsx')),
  dashboard: lazyRouteComponent(() => import('#src/features/admin/dashboard/AdminDashboardScreen.tsx')),
  users: lazyRouteComponent(() => import('#src/features/admin/users/UsersScreen.tsx')),
  invitations: lazyRouteComponent(() => import('#src/features/admin/invitations/InvitationsScreen.tsx')),
  sessions: lazyRouteComponent(() => import('#src/features/admin/sessions/SessionsScreen.tsx')),
  security: lazyRouteComponent(() => import('#src/features/admin/security/SecurityScreen.tsx')),
}
