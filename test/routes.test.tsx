import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { PAGE_PATHS } from '#contract/paths.ts'
import { isOwnPath } from '#src/app/guards.ts'
import { sessionStatus } from '#src/machines/session/selectors.ts'
import { createSession } from '#src/app/session.ts'
import { CONFIG, SIGN_IN, USER, json, deferredResponse, ok } from '#test/support/client/identity-service.ts'
import { NO_REALTIME } from '#test/support/client/session.ts'
import { createClientWorld } from '#test/support/client/pages.tsx'

type World = ReturnType<typeof createClientWorld>

/** Opens the client at `path` with a user of this role signed in. */
function openAs(role: typeof USER.role, path: string, world: World = createClientWorld()) {
  const user = { ...USER, role }
  world.backend.on('GET /auth/me', () => ok(user))
  world.backend.resume('token-0')
  world.browser.items.set('pairbot.access_token', 'token-0')
  world.browser.items.set('pairbot.access_expires', String(Date.now() + 900_000))
  world.browser.items.set('pairbot.session', '{"id":"s1","remembered":false}')
  return { ...world, page: world.open(path) }
}

describe('the guard', () => {
  it('shows only the loading panel while the session is being verified', async () => {
    const world = createClientWorld()
    const late = deferredResponse()
    const { page, backend } = openAs('Trader', '/profile', {
      ...world,
      open: (path) => {
        world.backend.on('GET /auth/me', late.answer)
        return world.open(path)
      },
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Pairbot Loading...' })).toBeInTheDocument()
    expect(screen.getByRole('status').textContent).toBe('Verifying authentication')
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(page.location()).toBe('/profile')
    expect(document.title).toBe('Pairbot')
    backend.on('GET /auth/me')
    late.respond(ok(USER))
    expect(await screen.findByRole('button', { name: 'Update Profile' })).toBeInTheDocument()
    expect(document.title).toBe('Pairbot · Profile')
  })

  it('[SE-1] redirects to /signin with the location to return to, and returns after signing in', async () => {
    const page = createClientWorld().open('/trading?tab=versions')
    await screen.findByLabelText('E-mail')
    expect(page.location()).toBe('/signin?redirect=%2Ftrading%3Ftab%3Dversions')
    page.services.sessionCommands.signIn(SIGN_IN)
    expect(await screen.findByRole('heading', { level: 1, name: 'Trading Operations' })).toBeInTheDocument()
    expect(page.location()).toBe('/trading?tab=versions')
    expect(document.title).toBe('Pairbot · Trading Operations')
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/signin',
    '7',
    '',
  ])('[SE-1] AB-35 rejects %j as a redirect', async (target) => {
    const page = createClientWorld().open(`/signin?redirect=${encodeURIComponent(target)}`)
    await screen.findByLabelText('E-mail')
    page.services.sessionCommands.signIn(SIGN_IN)
    await screen.findByRole('button', { name: 'Logout' })
    expect(page.location()).toBe('/dashboard')
  })

  it('[SE-1] recognises its own paths', () => {
    const candidates = [
      '/a',
      '/a?b=//c',
      '/a#b',
      '//a',
      '/\\a',
      '/\t/a',
      '/\n/a',
      'a',
      '',
      '/signin?redirect=/a',
      'http://a',
    ]
    expect(candidates.filter(isOwnPath)).toEqual(['/a', '/a?b=//c', '/a#b'])
  })

  it('[SE-3] redirects a signed-in user from /signin to the requested page or the dashboard', async () => {
    const wanted = openAs('Trader', '/signin?redirect=%2Fmonitoring')
    await screen.findByRole('heading', { level: 1, name: 'System Monitoring' })
    expect(wanted.page.location()).toBe('/monitoring')
    wanted.page.view.unmount()
    const plain = openAs('Trader', '/signin')
    await screen.findByRole('heading', { level: 1, name: 'Trading Dashboard' })
    expect(plain.page.location()).toBe('/dashboard')
  })

  it('redirects / to /dashboard', async () => {
    const { page } = openAs('Viewer', '/')
    await screen.findByRole('heading', { level: 1, name: 'Trading Dashboard' })
    expect([page.location(), document.title]).toEqual(['/dashboard', 'Pairbot · Dashboard'])
  })

  it('[SE-4] a sign-out remembers no location', async () => {
    const { page } = openAs('Viewer', '/profile')
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
    await screen.findByLabelText('E-mail')
    expect(page.location()).toBe('/signin')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[SE-18] another user in another tab replaces everything in this one', async () => {
    const { page, backend, browser } = openAs('Admin', '/admin/users')
    await screen.findByRole('heading', { level: 1, name: 'User Management' })
    const viewer = { email: 'eve@pairbot.test', role: 'Viewer' as const }
    backend.on('POST /auth/login', () => {
      backend.resume('eves')
      return ok({ access_token: 'eves', expires_in: 900, user: viewer })
    })
    backend.on('GET /auth/me', () => ok(viewer))
    const other = createSession({ config: CONFIG, environment: browser.openTab(), startRealtime: NO_REALTIME })
    await waitFor(() => expect(sessionStatus(other.actor.getSnapshot())).toBe('authenticated'))
    other.commands.signOut()
    other.commands.signIn(SIGN_IN)
    await waitFor(() => expect(screen.getByText(viewer.email)).toBeInTheDocument())
    expect(screen.queryByText(USER.email)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull()
    expect(page.location()).not.toMatch(/admin/)
  })
})

describe('[SE-23] roles', () => {
  it.each(['Viewer', 'Trader'] as const)('%s is denied /admin and everything below it', async (role) => {
    for (const path of ['/admin', '/admin/dashboard', '/admin/users', '/admin/security']) {
      const { page } = openAs(role, path)
      expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument()
      expect(screen.getByText('You need Admin role or higher to access this resource.')).toBeInTheDocument()
      expect(screen.getByText(`Your current role: ${role}`)).toBeInTheDocument()
      expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument()
      expect(document.title).toBe('Pairbot · Access Denied')
      page.view.unmount()
    }
  })

  it('Go Back returns to the previous page, or to the dashboard where there is none', async () => {
    const { page } = openAs('Trader', '/profile')
    await screen.findByRole('heading', { level: 1 })
    await page.pages.navigate({ to: '/admin/users' })
    await userEvent.click(await screen.findByRole('button', { name: 'Go Back' }))
    await waitFor(() => expect(page.location()).toBe('/profile'))
    page.view.unmount()

    const direct = openAs('Trader', '/admin/users')
    await userEvent.click(await screen.findByRole('button', { name: 'Go Back' }))
    await waitFor(() => expect(direct.page.location()).toBe('/dashboard'))
  })

  it('an administrator gets in; /admin leads to its dashboard', async () => {
    const { page } = openAs('Admin', '/admin')
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeInTheDocument()
    expect([page.location(), document.title]).toEqual(['/admin/dashboard', 'Pairbot · Admin Dashboard'])
  })
})

describe('missing pages', () => {
  it('[HT-36] the pages are those that the server knows', () => {
    const { page } = openAs('Admin', '/dashboard')
    const paths = Object.keys(page.pages.routesByPath).map((path) =>
      path.length > 1 ? path.replace(/\/$/, '').replace('$', ':') : path,
    )
    expect([...new Set(paths)].toSorted()).toEqual([...PAGE_PATHS].toSorted())
  })

  it('an unknown URL shows an error', async () => {
    createClientWorld().open('/nowhere')
    expect(await screen.findByText('Page not found')).toBeInTheDocument()
    expect(document.title).toBe('Pairbot · Not found')
  })

  it('HA-14 a failed start ends on the sign-in screen with its reason', async () => {
    const world = createClientWorld()
    const { page } = openAs('Trader', '/profile', {
      ...world,
      open: (path) => {
        world.backend.on('GET /auth/me', () => json(500, {}))
        return world.open(path)
      },
    })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Authentication required. Please log in again.DetailsFailed to get user info: 500',
    )
    expect(page.location()).toBe('/signin?redirect=%2Fprofile')
  })
})
