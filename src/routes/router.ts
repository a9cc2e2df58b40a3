import { createRoute, createRouter, lazyRouteComponent, type RouterHistory, redirect } from '@tanstack/react-router'
import { dashboardSearch } from '#src/features/dashboard/search.ts'
import { NotFound } from '#src/features/pages/NotFound.tsx'
import { shellSearch } from '#src/features/shell/search.ts'
import type { PublicServices } from '../app/services.ts'
import { Failed } from './Failed.tsx'
import { guarded } from './guarded.tsx'
import { panelRoutes } from './panels.tsx'
import { root } from './root.tsx'
import { requireSignedOut, signInSearch, requireRole } from '../app/guards.ts'
import { invitationsSearch, securitySearch, sessionsSearch, usersSearch } from '../features/admin/search-params.ts'
import { ADMIN_SCREENS } from './screens.ts'

const admin = createRoute({
  getParentRoute: () => guarded,
  path: '/admin',
  beforeLoad: ({ context }) => requireRole('Admin', context.user),
  component: ADMIN_SCREENS.frame,
})

const home = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/dashboard', replace: true })
  },
})

const dashboard = createRoute({
  getParentRoute: () => admin,
  path: 'dashboard',
  component: ADMIN_SCREENS.dashboard,
})
const users = createRoute({
  getParentRoute: () => admin,
  path: 'users',
  validateSearch: usersSearch,
  component: ADMIN_SCREENS.users,
})
const invitations = createRoute({
  getParentRoute: () => admin,
  path: 'invitations',
  validateSearch: invitationsSearch,
  component: ADMIN_SCREENS.invitations,
})
const sessions = createRoute({
  getParentRoute: () => admin,
  path: 'sessions',
  validateSearch: sessionsSearch,
  component: ADMIN_SCREENS.sessions,
})
const security = createRoute({
  getParentRoute: () => admin,
  path: 'security',
  validateSearch: securitySearch,
  component: ADMIN_SCREENS.security,
})

/** The Admins' pages. */
const adminRoutes = admin.addChildren([home, dashboard, users, invitations, sessions, security])

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

/** Open without a session. */
const publicRoutes = [signIn, register, forgotPassword, resetPassword] as const

/** The page that the inspector watches, and where a recording is opened. */
const pageSearch = ({ page, position }: Record<string, unknown>): { page?: unknown; position?: unknown } => ({
  page,
  position,
})

const machines = createRoute({
  getParentRoute: () => root,
  path: '/dev/machines',
  validateSearch: (raw: Record<string, unknown>) => ({
    ...shellSearch(raw),
    ...dashboardSearch(raw),
    ...pageSearch(raw),
  }),
  component: lazyRouteComponent(() => import('../inspector.tsx')),
})

const tree = root.addChildren([...publicRoutes, guarded.addChildren([...panelRoutes, adminRoutes]), machines])

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
