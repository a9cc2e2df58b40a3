import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useRouter,
  type ErrorComponentProps,
  type RouterHistory,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Role } from '#contract/roles.ts'
import { invitationsSearch, securitySearch, sessionsSearch, usersSearch } from '#src/features/admin/search-params.ts'
import { AccessDenied } from '#src/features/auth/AccessDenied.tsx'
import { VerifyingPanel } from '#src/features/auth/VerifyingPanel.tsx'
import { dashboardSearch } from '#src/features/dashboard/search.ts'
import { storedSearch, viewOf } from '#src/features/dashboard/view/address.ts'
import { modelsSearch } from '#src/features/models/search.ts'
import { monitoringSearch } from '#src/features/monitoring/search.ts'
import { scoreSearch } from '#src/features/score/search.ts'
import { backtestsSearch, tradingSearch } from '#src/features/trading/search.ts'
import { shellSearch } from '#src/features/shell/search.ts'
import { NotFound } from '#src/features/pages/NotFound.tsx'
import { ScreenFailed } from '#src/features/pages/ScreenFailed.tsx'
import { AccessDeniedError, requireSignedOut, requireRole, requireUser, signInSearch } from './app/guards.ts'
import { sessionId, sessionStatus } from './machines/session/selectors.ts'
import { canGoBack } from './app/can-go-back.ts'
import { RestoredContext } from './app/restored-context.ts'
import { loadWhenIdle } from './app/load-when-idle.ts'
import {
  RecordsContext,
  ServicesContext,
  useLoadedRecords,
  useSession,
  type PublicServices,
  type Services,
} from './app/services.ts'
import {
  connectionStatus,
  diagnostics,
  inspectorDock,
  monitoringTools,
  proofDialog,
  readOnlyBanner,
} from './app/lazy-components.tsx'

/** Every screen, above the notice that the server is read-only. */
function Root() {
  return (
    <>
      <Outlet />
      {readOnlyBanner.element}
    </>
  )
}

const root = createRootRouteWithContext<{ services: PublicServices }>()({ component: Root })

const Shell = lazyRouteComponent(() => import('#src/features/shell/Shell.tsx'))

const WARM_UP_MS = 2_000

/** What a user of this role can open, besides the dashboard that comes first: it has to open in an outage too. */
const reachable = (role: Role, { health, strategies, account, models, admin: adminApi }: Services) => [
  connectionStatus.preload,
  proofDialog.preload,
  health,
  () => DashboardScreen.preload?.(),
  () => import('#src/ui/charts/CandleChart.tsx'),
  () => ModelsSlot.preload?.(),
  models,
  () => MonitoringScreen.preload?.(),
  monitoringTools.preload,
  diagnostics.preload,
  () => TradingScreen.preload?.(),
  strategies,
  () => ProfileScreen.preload?.(),
  () => AccountSecurityScreen.preload?.(),
  () => ScoreScreen.preload?.(),
  account,
  () => import('#src/features/shell/Palette.tsx'),
  ...(role === 'Admin' ? [adminApi, ...Object.values(ADMIN_SCREENS).map((screen) => () => screen.preload?.())] : []),
]

/** Mounts a new shell for every session, so that no state carries over from one user to the next. */
function Guarded() {
  const id = useSession(sessionId)
  const { signedIn, user } = guarded.useRouteContext()
  const { role } = user
  const records = useLoadedRecords(signedIn)
  useEffect(() => loadWhenIdle(reachable(role, signedIn), WARM_UP_MS), [role, signedIn])
  return id === undefined ? null : (
    <ServicesContext value={signedIn}>
      <RestoredContext value={signedIn.restored$}>
        <RecordsContext value={records}>
          <Shell
            key={id}
            connectionStatus={connectionStatus.element}
            inspector={inspectorDock.element}
            proof={proofDialog.element}
          />
        </RecordsContext>
      </RestoredContext>
    </ServicesContext>
  )
}
/** Lets the router preload the shell as it does screens. */
const guardedShell = Object.assign(Guarded, { preload: () => Shell.preload?.() })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: signInSearch,
  beforeLoad: ({ context, search }) => requireSignedOut(context.services.session, search.redirect),
  component: lazyRouteComponent(() => import('#src/features/auth/SignInScreen.tsx')),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  beforeLoad: ({ context }) => requireSignedOut(context.services.session, undefined),
  component: lazyRouteComponent(() => import('#src/features/auth/register/RegisterScreen.tsx')),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('#src/features/auth/reset/ForgotPasswordScreen.tsx')),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('#src/features/auth/reset/ResetPasswordScreen.tsx')),
})

const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
  validateSearch: shellSearch,
  pendingComponent: VerifyingPanel,
  beforeLoad: async ({ context: { services }, location }) => {
    // Loaded while the session is verified; a failure surfaces when they are awaited below.
    if (sessionStatus(services.session.getSnapshot()) !== 'unauthenticated') {
      Shell.preload?.()?.catch(() => undefined)
      services.loadSignedInServices().catch(() => undefined)
    }
    const { user } = await requireUser(services.session, location.href)
    return { user, signedIn: await services.loadSignedInServices() }
  },
  component: guardedShell,
})

const home = createRoute({
  getParentRoute: () => guarded,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

const DashboardScreen = lazyRouteComponent(() => import('#src/features/dashboard/DashboardScreen.tsx'))
const ModelsSlot = lazyRouteComponent(() => import('#src/features/models/ModelsPanelLoader.tsx'))

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

const ProfileScreen = lazyRouteComponent(() => import('#src/features/profile/ProfileScreen.tsx'))
const AccountSecurityScreen = lazyRouteComponent(() => import('#src/features/profile/security/SecurityScreen.tsx'))
const TradingScreen = lazyRouteComponent(() => import('#src/features/trading/TradingScreen.tsx'))
const BacktestsScreen = lazyRouteComponent(() => import('#src/features/trading/backtests/BacktestsScreen.tsx'))

const ScoreScreen = lazyRouteComponent(() => import('#src/features/score/ScoreScreen.tsx'))

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

const MonitoringScreen = lazyRouteComponent(() => import('#src/features/monitoring/MonitoringScreen.tsx'))
const MonitoringPage = () => <MonitoringScreen actions={diagnostics.element} tools={monitoringTools.element} />

const monitoring = createRoute({
  getParentRoute: () => guarded,
  path: '/monitoring',
  validateSearch: monitoringSearch,
  component: Object.assign(MonitoringPage, { preload: () => MonitoringScreen.preload?.() }),
})

const ADMIN_SCREENS = {
  frame: lazyRouteComponent(() => import('#src/features/admin/AdminFrame.tsx')),
  dashboard: lazyRouteComponent(() => import('#src/features/admin/dashboard/AdminDashboardScreen.tsx')),
  users: lazyRouteComponent(() => import('#src/features/admin/users/UsersScreen.tsx')),
  invitations: lazyRouteComponent(() => import('#src/features/admin/invitations/InvitationsScreen.tsx')),
  sessions: lazyRouteComponent(() => import('#src/features/admin/sessions/SessionsScreen.tsx')),
  security: lazyRouteComponent(() => import('#src/features/admin/security/SecurityScreen.tsx')),
}

const admin = createRoute({
  getParentRoute: () => guarded,
  path: '/admin',
  beforeLoad: ({ context }) => requireRole('Admin', context.user),
  component: ADMIN_SCREENS.frame,
})

const adminHome = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/dashboard', replace: true })
  },
})

const adminDashboard = createRoute({
  getParentRoute: () => admin,
  path: 'dashboard',
  component: ADMIN_SCREENS.dashboard,
})
const adminUsers = createRoute({
  getParentRoute: () => admin,
  path: 'users',
  validateSearch: usersSearch,
  component: ADMIN_SCREENS.users,
})
const adminInvitations = createRoute({
  getParentRoute: () => admin,
  path: 'invitations',
  validateSearch: invitationsSearch,
  component: ADMIN_SCREENS.invitations,
})
const adminSessions = createRoute({
  getParentRoute: () => admin,
  path: 'sessions',
  validateSearch: sessionsSearch,
  component: ADMIN_SCREENS.sessions,
})
const adminSecurity = createRoute({
  getParentRoute: () => admin,
  path: 'security',
  validateSearch: securitySearch,
  component: ADMIN_SCREENS.security,
})

const machines = createRoute({
  getParentRoute: () => root,
  path: '/dev/machines',
  validateSearch: (raw: Record<string, unknown>) => ({ ...shellSearch(raw), ...dashboardSearch(raw) }),
  component: lazyRouteComponent(() => import('./inspector.tsx')),
})

const tree = root.addChildren([
  signIn,
  register,
  forgotPassword,
  resetPassword,
  guarded.addChildren([
    home,
    dashboard,
    profile,
    accountSecurity,
    trading,
    backtests,
    score,
    monitoring,
    admin.addChildren([adminHome, adminDashboard, adminUsers, adminInvitations, adminSessions, adminSecurity]),
  ]),
  machines,
])

/** Access denied for an insufficient role; for any other error a page with a retry button. */
function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (error instanceof AccessDeniedError) {
    const goBack = () =>
      canGoBack(router.history) ? router.history.back() : void router.navigate({ to: '/dashboard' })
    return <AccessDenied required={error.required} current={error.current} onGoBack={goBack} />
  }
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <ScreenFailed onRetry={retry} />
}

/** The router. `history` defaults to the browser's. */
export const createPages = (services: PublicServices, history?: RouterHistory) =>
  createRouter({
    routeTree: tree,
    context: { services },
    ...(history ? { history } : {}),
    // The pending panel is all there is to show before the guards have decided.
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultErrorComponent: Failed,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>
  }
}
