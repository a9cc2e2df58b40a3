import { createRoute, redirect } from '@tanstack/react-router'
import { invitationsSearch, securitySearch, sessionsSearch, usersSearch } from '#src/features/admin/search-params.ts'
import { requireRole } from '../app/guards.ts'
import { guarded } from './guarded.tsx'
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
export const adminRoutes = admin.addChildren([home, dashboard, users, invitations, sessions, security])
