import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { onTestFinished, vi } from 'vitest'
import type { AdminSession, AdminUser, AuditEntry, LoginAttempt, SecurityAlert } from '#contract/admin.ts'
import type { Invitation } from '#contract/invitations.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { Role } from '#contract/roles.ts'
import { createFactorRequirement } from '#src/app/factor-requirement.ts'
import AdminFrame from '#src/features/admin/AdminFrame.tsx'
import AdminDashboardScreen from '#src/features/admin/dashboard/AdminDashboardScreen.tsx'
import InvitationsScreen from '#src/features/admin/invitations/InvitationsScreen.tsx'
import { invitationsSearch, securitySearch, sessionsSearch, usersSearch } from '#src/features/admin/search-params.ts'
import SecurityScreen from '#src/features/admin/security/SecurityScreen.tsx'
import SessionsScreen from '#src/features/admin/sessions/SessionsScreen.tsx'
import UsersScreen from '#src/features/admin/users/UsersScreen.tsx'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { createAdminApi } from '#src/transport/api/admin.ts'
import { onRefusal } from '#src/app/signed-in-services.ts'
import { ok, SIGN_IN, type ReceivedRequest } from './identity-service.ts'
import { createClientWorld } from './pages.tsx'
import { servedWith } from './services.tsx'
import { createWorld } from './session.ts'

export const ME = { email: 'root@pairbot.test', role: 'Admin' as Role, username: 'root' }
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** ISO time this many minutes ago; in the future if negative. */
export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString()

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export const aUser = (n: number, over: Partial<AdminUser> = {}): AdminUser => ({
  id: uuid(n),
  email: `user${n}@pairbot.test`,
  username: `user${n}`,
  role: 'Trader',
  is_active: true,
  created_at: '2026-01-02T03:04:05.000Z',
  last_login: null,
  ...over,
})

export const anInvitation = (n: number, over: Partial<Invitation> = {}): Invitation => ({
  id: uuid(n),
  email: `guest${n}@pairbot.test`,
  role: 'Trader',
  code: `c0de${String(n).padStart(4, '0')}${'f'.repeat(24)}`,
  status: 'pending',
  created_at: minutesAgo(5.5),
  expires_at: new Date(Date.now() + 6.5 * DAY_MS).toISOString(),
  ...over,
})

export const aSession = (n: number, over: Partial<AdminSession> = {}): AdminSession => ({
  id: uuid(n),
  user_id: uuid(100),
  user_email: 'eve@pairbot.test',
  ip_address: `203.0.113.${n}`,
  created_at: minutesAgo(120.5),
  last_activity_at: minutesAgo(1.5),
  expires_at: minutesAgo(-150),
  is_revoked: false,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36',
  ...over,
})

export const anAttempt = (n: number, over: Partial<LoginAttempt> = {}): LoginAttempt => ({
  id: uuid(n),
  email: `user${n}@pairbot.test`,
  ip_address: '198.51.100.4',
  success: false,
  failure_reason: 'wrong password',
  attempted_at: minutesAgo(n + 0.5),
  ...over,
})

export const anEntry = (n: number, over: Partial<AuditEntry> = {}): AuditEntry => ({
  id: uuid(n),
  user_id: uuid(100),
  user_email: 'eve@pairbot.test',
  action: 'user.role_changed',
  ip_address: '198.51.100.4',
  details: { from: 'Trader', to: 'Admin' },
  created_at: minutesAgo(n + 0.5),
  ...over,
})

export const anAlert = (n: number, over: Partial<SecurityAlert> = {}): SecurityAlert => ({
  id: uuid(n),
  title: `Alert ${n}`,
  description: '10 failed sign-ins within 15 minutes.',
  severity: 'high',
  ip_address: '198.51.100.4',
  affected_user_email: 'eve@pairbot.test',
  created_at: minutesAgo(30.5),
  resolved: false,
  evidence: { login_attempts: [uuid(1), uuid(2)], audit_entries: [] },
  ...over,
})

const ADMIN = `${DEFAULT_BASES.identity}/admin`

type Responses = Record<string, (arrival: ReceivedRequest) => Response | Promise<Response>>

/** The admin screens alone, under the addresses that they have in the client. */
function createScreens(path: string) {
  const root = createRootRoute({ component: Outlet })
  const guarded = createRoute({ getParentRoute: () => root, id: 'guarded', component: Outlet })
  const admin = createRoute({ getParentRoute: () => guarded, path: '/admin', component: AdminFrame })
  const under = { getParentRoute: () => admin }
  const children = [
    createRoute({ ...under, path: 'dashboard', component: AdminDashboardScreen }),
    createRoute({ ...under, path: 'users', validateSearch: usersSearch, component: UsersScreen }),
    createRoute({ ...under, path: 'invitations', validateSearch: invitationsSearch, component: InvitationsScreen }),
    createRoute({ ...under, path: 'sessions', validateSearch: sessionsSearch, component: SessionsScreen }),
    createRoute({ ...under, path: 'security', validateSearch: securitySearch, component: SecurityScreen }),
  ]
  return createRouter({
    routeTree: root.addChildren([guarded.addChildren([admin.addChildren(children)])]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
}

const callsOf = (arrivals: readonly ReceivedRequest[]) => () =>
  arrivals
    .filter(({ route }) => route.includes(ADMIN))
    .map(({ route, search }) => `${route.replace(ADMIN, '')}${search}`)

/**
 * Opens an admin screen as a signed-in administrator, with scripted responses by route. Only the admin area is rendered, so
 * that looking for roles in it is quick.
 */
export async function openAdmin(path: string, responses: Responses) {
  // The router scrolls to the top, which jsdom does not implement.
  vi.stubGlobal('scrollTo', () => undefined)
  const { backend, open } = createWorld({}, ME)
  for (const [route, respond] of Object.entries(responses)) backend.on(route, respond)
  const tab = open()
  onTestFinished(() => {
    tab.actor.stop()
  })
  await vi.waitUntil(() => tab.actor.getSnapshot().matches('unauthenticated'), { interval: 1 })
  tab.commands.signIn({ ...SIGN_IN, email: ME.email })
  await vi.waitUntil(() => sessionUser(tab.actor.getSnapshot()) !== undefined, { interval: 1 })
  const factorRequirement = createFactorRequirement()
  const api = Promise.resolve(createAdminApi(onRefusal(tab.calls.admin, 'factor_required', factorRequirement.report)))
  const screens = createScreens(path)
  const Served = servedWith({ session: tab.actor, admin: () => api, factorRequirement })
  render(
    <Served>
      <Suspense>
        <RouterProvider router={screens} />
      </Suspense>
    </Served>,
  )
  await waitFor(() => {
    if (document.querySelector('main, nav') === null) throw new Error('The screen is not there yet')
  })
  return {
    backend,
    page: { location: () => screens.state.location.href, back: () => screens.history.back() },
    user: userEvent.setup({ delay: null }),
    /** Calls of the admin API as `GET /users?page=1`, in order. */
    calls: callsOf(backend.arrivals),
    bodies: (route: string) =>
      backend.arrivals.filter((arrival) => arrival.route.replace(ADMIN, '') === route).map(({ body }) => body),
  }
}

/** Opens an admin screen within the whole client, which also leads to the sign-in screen. */
export async function openAdminPage(path: string, responses: Responses) {
  vi.stubGlobal('scrollTo', () => undefined)
  const world = createClientWorld(ME)
  for (const [route, respond] of Object.entries(responses)) world.backend.on(route, respond)
  const page = world.open(`/signin?redirect=${encodeURIComponent(path)}`)
  await screen.findByLabelText('E-mail')
  page.services.sessionCommands.signIn({ ...SIGN_IN, email: ME.email })
  await screen.findByRole('navigation', { name: 'Admin', hidden: true })
  return { ...world, page, calls: callsOf(world.backend.arrivals) }
}

export const users = (list: readonly AdminUser[], total = list.length) => ok({ users: list, total })

/** Opens a list box and returns its options. */
export async function optionsOf(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.click(screen.getByRole('combobox', { name }))
  const texts = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  await user.keyboard('{Escape}')
  return texts
}

export async function chooseOption(user: ReturnType<typeof userEvent.setup>, name: string, option: string) {
  await user.click(screen.getByRole('combobox', { name }))
  await user.click(await screen.findByRole('option', { name: option }))
}
