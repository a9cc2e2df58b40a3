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
import { invitationsSearch, securitySearch, sessionsSearch, usersSearch } from '#src/features/admin/search-params.ts'
import { AccessDenied } from '#src/features/auth/AccessDenied.tsx'
import { VerifyingPanel } from '#src/features/auth/VerifyingPanel.tsx'
import { monitoringSearch } from '#src/features/monitoring/search.ts'
import { NotFound } from '#src/features/pages/NotFound.tsx'
import { ScreenFailed } from '#src/features/pages/ScreenFailed.tsx'
import { AccessDeniedError, requireSignedOut, requireRole, requireUser, signInSearch } from './app/guards.ts'
import { sessionId, sessionStatus } from './machines/session/selectors.ts'
import { ServicesContext, useSession, type PublicServices } from './app/services.ts'
import {
  connectionStatus,
  diagnostics,
  inspectorDock,
  monitoringTools,
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

/** Mounts a new shell for every session, so that no state carries over from one user to the next. */
function Guarded() {
  const id = useSession(sessionId)
  const { signedIn } = guarded.useRouteContext()
  const { health } = signedIn
  useEffect(() => {
    // Preloaded, because they are opened when the network may be down.
    const timer = setTimeout(() => void Promise.allSettled([connectionStatus.preload(), health()]), WARM_UP_MS)
    return () => clearTimeout(timer)
  }, [health])
  return id === undefined ? null : (
    <ServicesContext value={signedIn}>
      <Shell key={id} connectionStatus={connectionStatus.element} inspector={inspectorDock.element} />
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

const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
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
  component: Object.assign(() => <DashboardScreen models={<ModelsSlot />} />, {
    preload: () => Promise.all([DashboardScreen.preload?.(), ModelsSlot.preload?.()]).then(() => undefined),
  }),
})

const profile = createRoute({
  getParentRoute: () => guarded,
  path: '/profile',
  component: lazyRouteComponent(() => import('#src/features/profile/ProfileScreen.tsx')),
})

const trading = createRoute({
  getParentRoute: () => guarded,
  path: '/trading',
  component: lazyRouteComponent(() => import('#src/features/trading/TradingScreen.tsx')),
})

const MonitoringScreen = lazyRouteComponent(() => import('#src/features/monitoring/MonitoringScreen.tsx'))
const MonitoringPage = () => <MonitoringScreen actions={diagnostics.element} tools={monitoringTools.element} />

const monitoring = createRoute({
  getParentRoute: () => guarded,
  path: '/monitoring',
  validateSearch: monitoringSearch,
  component: Object.assign(MonitoringPage, { preload: () => MonitoringScreen.preload?.() }),
})

const admin = createRoute({
  getParentRoute: () => guarded,
  path: '/admin',
  beforeLoad: ({ context }) => requireRole('Admin', context.user),
  component: lazyRouteComponent(() => import('#src/features/admin/AdminFrame.tsx')),
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
  component: lazyRouteComponent(() => import('#src/features/admin/dashboard/AdminDashboardScreen.tsx')),
})
const adminUsers = createRoute({
  getParentRoute: () => admin,
  path: 'users',
  validateSearch: usersSearch,
  component: lazyRouteComponent(() => import('#src/features/admin/users/UsersScreen.tsx')),
})
const adminInvitations = createRoute({
  getParentRoute: () => admin,
  path: 'invitations',
  validateSearch: invitationsSearch,
  component: lazyRouteComponent(() => import('#src/features/admin/invitations/InvitationsScreen.tsx')),
})
const adminSessions = createRoute({
  getParentRoute: () => admin,
  path: 'sessions',
  validateSearch: sessionsSearch,
  component: lazyRouteComponent(() => import('#src/features/admin/sessions/SessionsScreen.tsx')),
})
const adminSecurity = createRoute({
  getParentRoute: () => admin,
  path: 'security',
  validateSearch: securitySearch,
  component: lazyRouteComponent(() => import('#src/features/admin/security/SecurityScreen.tsx')),
})

const machines = createRoute({
  getParentRoute: () => root,
  path: '/dev/machines',
  component: lazyRouteComponent(() => import('./inspector.tsx')),
})

const tree = root.addChildren([
  signIn,
  register,
  guarded.addChildren([
    home,
    dashboard,
    profile,
    trading,
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
      router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/dashboard' })
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
