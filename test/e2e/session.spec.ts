import type { Page } from '@playwright/test'
import { expect, fillSignIn, signIn, test } from './fixtures.ts'

const AUTH = '**/api/identity/auth'
const profile = (page: Page) => page.getByRole('button', { name: 'Update Profile' })

/** Requests to the identity service, as `POST /auth/refresh`. */
function identityCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.split('/api/identity')[1]
    if (path && !path.includes('ticket')) calls.push(`${request.method()} ${path}`)
  })
  return calls
}

/**
 * Changes the expiry of the stored token, on a page without the client, which would react to it.
 * Return to the client with `page.goto`.
 */
async function moveExpiry(page: Page, origin: string, fromNowMs: number): Promise<void> {
  await page.goto(`${origin}/health`)
  await page.evaluate((ms) => localStorage.setItem('pairbot.access_expires', String(Date.now() + ms)), fromNowMs)
}
/** Marks the stored token as expired. */
const expireToken = (page: Page, origin: string) => moveExpiry(page, origin, -1_000)

test.describe('the session against a real server', () => {
  test('[SE-6] CS-19 refreshes an expired remembered token once, then shows the requested page', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.origin}/profile`)
    await page.getByLabel('Remember me').check()
    await fillSignIn(page)
    await expect(profile(page)).toBeVisible()
    await expireToken(page, server.origin)
    const calls = identityCalls(page)
    await page.goto(`${server.origin}/profile`)
    await expect(profile(page)).toBeVisible()
    expect(calls.slice(0, 2)).toEqual(['POST /auth/refresh', 'GET /auth/me'])
    expect(calls.filter((call) => call === 'POST /auth/refresh')).toHaveLength(1)
  })

  test('[SE-6] an expired token that was not remembered leads to the sign-in screen without a message', async ({
    page,
    server,
  }) => {
    await signIn(page, server.origin)
    await expireToken(page, server.origin)
    const calls = identityCalls(page)
    await page.goto(`${server.origin}/dashboard`)
    await expect(page).toHaveURL(/\/signin\?redirect=%2Fdashboard/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(calls).toEqual([])
  })

  test(
    '[SE-7] HA-15 a hanging /auth/me shows the panel for at most 10 s and nothing protected',
    { tag: '@long' },
    async ({ page, server }) => {
      await signIn(page, server.origin)
      await page.route(`${AUTH}/me`, () => new Promise(() => {}))
      const began = Date.now()
      await page.goto(`${server.origin}/profile`)
      await expect(page.getByRole('heading', { name: 'Pairbot Loading...' })).toBeVisible()
      await expect(page.getByText('Verifying authentication')).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(page).toHaveURL(/\/signin/)
      expect(Date.now() - began).toBeLessThan(11_500)
      await page.getByText('Details').click()
      await expect(page.getByText('Failed to get user info: no answer')).toBeVisible()
    },
  )

  test(
    '[SE-17] HA-16 shows the sign-in screen immediately even if the logout call hangs',
    { tag: '@long' },
    async ({ page, server }) => {
      await signIn(page, server.origin)
      await page.route(`${AUTH}/logout`, () => new Promise(() => {}))
      const logout = await page.getByRole('button', { name: 'Logout' }).elementHandle()
      const took = await page.evaluate(async (button) => {
        const began = performance.now()
        if (button instanceof HTMLElement) button.click()
        while (location.pathname !== '/signin') await new Promise(requestAnimationFrame)
        return performance.now() - began
      }, logout)
      expect(took).toBeLessThan(200)
      expect(await page.evaluate(() => localStorage.getItem('pairbot.access_token'))).toBeNull()
    },
  )

  test('[SE-9] MT-01 two tabs started shortly before expiry refresh once and stay signed in', async ({
    page,
    context,
    server,
  }) => {
    await signIn(page, server.origin)
    const other = await context.newPage()
    // Within the refresh margin both tabs need a new token at start.
    await moveExpiry(page, server.origin, 200_000)
    const calls = [identityCalls(page), identityCalls(other)]
    await Promise.all([page.goto(`${server.origin}/profile`), other.goto(`${server.origin}/profile`)])
    await expect(profile(page)).toBeVisible()
    await expect(profile(other)).toBeVisible()
    expect(calls.flat().filter((call) => call === 'POST /auth/refresh')).toHaveLength(1)
  })

  test(
    '[SE-21] ST-03 works in memory if local storage throws',
    { tag: '@long' },
    async ({ page, server, consoleErrors }) => {
      await page.addInitScript(() =>
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        }),
      )
      await signIn(page, server.origin)
      await page.getByRole('link', { name: 'Profile' }).click()
      await expect(profile(page)).toBeVisible()
      expect(consoleErrors).toEqual([])
    },
  )

  test(
    '[SE-11] ST-10 a missing refresh cookie signs out at the next refresh, without a loop',
    { tag: '@long' },
    async ({ page, context, server }) => {
      await signIn(page, server.origin)
      await moveExpiry(page, server.origin, 200_000)
      await context.clearCookies()
      const calls = identityCalls(page)
      await page.goto(`${server.origin}/dashboard`)
      await expect(page).toHaveURL(/\/signin/)
      await page.getByText('Details').click()
      await expect(page.getByText('Token refresh failed: 401')).toBeVisible()
      expect(calls).toEqual(['POST /auth/refresh'])
    },
  )

  test('[SE-23] an address below /admin leads to the sign-in screen and back', async ({ page, server }) => {
    await page.goto(`${server.origin}/admin/users`)
    await expect(page).toHaveURL(/\/signin\?redirect=%2Fadmin%2Fusers/)
    await fillSignIn(page)
    await expect(page).toHaveURL(`${server.origin}/admin/users`)
    await expect(page).toHaveTitle('Pairbot · User Management')
  })
})
