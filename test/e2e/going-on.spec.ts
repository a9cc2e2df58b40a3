import type { Page, WebSocketRoute } from '@playwright/test'
import { expect, fillSignIn, signIn, test } from './fixtures.ts'
import { registerUser } from './users.ts'
import { applyVariant, expectNoOverflow, press, VARIANTS } from './variants.ts'

test.use({ ownServer: true })

/** The sockets of a page, to be closed as a server closes them. */
async function interceptSockets(page: Page): Promise<{ readonly closeAll: () => Promise<void> }> {
  let open: WebSocketRoute[] = []
  await page.routeWebSocket(/\/ws\//, (socket) => {
    socket.connectToServer()
    open.push(socket)
  })
  return {
    closeAll: async () => {
      const closing = open
      open = []
      for (const socket of closing) await socket.close({ code: 1000, reason: 'done' })
    },
  }
}

test(
  '[SH-9] [CO-5] [CH-49] a normal close by the server looks disconnected, and one Reconnect restarts both sockets',
  { tag: '@long' },
  async ({ page, server, consoleErrors }, testInfo) => {
    test.setTimeout(240_000)
    const sockets = await interceptSockets(page)
    await signIn(page, server.origin)
    const status = page.getByRole('button', { name: /^Connection Status/ })
    const reconnect = page.getByRole('banner').getByRole('button', { name: 'Reconnect' })
    const price = page.locator('[data-live="true"]')
    for (const variant of VARIANTS) {
      await applyVariant(page, variant)
      await expect(status).toHaveAccessibleName(/Market data connected; Analytics connected/)
      await expect(price).toBeVisible()
      await sockets.closeAll()
      await expect(status).toHaveAccessibleName(/Market data disconnected; Analytics disconnected/)
      await expect(status.locator('[data-tone="danger"]')).toBeVisible()
      await expect(price).toHaveCount(0)
      await expect(page.getByText('Disconnected').first()).toBeVisible()
      await expect(page.getByText('Press Reconnect to go on.')).toBeVisible()
      await expect(page.getByText('Attempting to reconnect')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Reconnect' })).toHaveCount(1)
      await expectNoOverflow(page)
      await page.screenshot({ path: testInfo.outputPath(`closed ${variant.colorScheme} ${variant.width}.png`) })
      await (variant.isByKeyboard ? reconnect.press('Enter') : reconnect.click())
      await expect(status).toHaveAccessibleName(/Market data connected; Analytics connected/)
      await expect(reconnect).toHaveCount(0)
    }
    expect(consoleErrors).toEqual([])
  },
)

test(
  '[AS-18] a list that failed is loaded again as soon as the network is back',
  { tag: '@long' },
  async ({ page, context, server }, testInfo) => {
    await signIn(page, server.origin)
    for (const variant of VARIANTS) {
      await applyVariant(page, variant)
      await page.goto(`${server.origin}/admin/users`)
      await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
      await context.setOffline(true)
      await press(page, variant, 'Email')
      await expect(page.getByText('Failed to load users')).toBeVisible()
      await expect(page.getByRole('main').getByText(/fetch|TypeError|undefined/)).toHaveCount(0)
      await page.screenshot({ path: testInfo.outputPath(`failed ${variant.colorScheme} ${variant.width}.png`) })
      await context.setOffline(false)
      await expect(page.getByText('Failed to load users')).toHaveCount(0, { timeout: 10_000 })
      await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
    }
  },
)

test(
  '[SE-23] [SE-24] [SE-20] Go Back goes back, a throttled sign-in says to wait, and raw texts are folded away',
  { tag: '@long' },
  async ({ page, server }, testInfo) => {
    const eve = await registerUser(server, 'eve@pairbot.test', 'Trader')
    for (const variant of VARIANTS) {
      await applyVariant(page, variant)
      await page.goto(`${server.origin}/signin?redirect=%2Ftrading`)
      await page.route('**/auth/login', (route) =>
        route.fulfill({
          status: 401,
          headers: { 'retry-after': '120' },
          json: { success: false, error: 'Invalid email or password' },
        }),
      )
      await fillSignIn(page, eve)
      await expect(page.getByRole('alert')).toContainText('Too many attempts. Please wait 2 minutes')
      await expect(page.getByText('Invalid email or password')).toHaveCount(0)
      await page.unroute('**/auth/login')
      await page.getByRole('button', { name: 'Sign In', exact: true }).press('Enter')
      await expect(page).toHaveURL(`${server.origin}/trading`)
      await page.goto(`${server.origin}/admin/users`)
      await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
      await page.screenshot({ path: testInfo.outputPath(`denied ${variant.colorScheme} ${variant.width}.png`) })
      await press(page, variant, 'Go Back')
      await expect(page).toHaveURL(`${server.origin}/trading`)

      await page.route('**/auth/refresh', (route) =>
        route.fulfill({ status: 401, json: { success: false, error: 'no' } }),
      )
      await page.goto(`${server.origin}/health`)
      await page.evaluate(() => localStorage.setItem('pairbot.access_expires', String(Date.now() + 60_000)))
      await page.goto(`${server.origin}/trading`)
      await expect(page).toHaveURL(/\/signin/)
      await expect(page.getByText(/Token refresh failed/).filter({ visible: true })).toHaveCount(0)
      await page.unroute('**/auth/refresh')
    }
  },
)

test(
  '[AS-50] the profile can be saved once its name is changed, and its password form has a user name',
  { tag: '@long' },
  async ({ page, server }, testInfo) => {
    await signIn(page, server.origin)
    for (const variant of VARIANTS) {
      await applyVariant(page, variant)
      await page.goto(`${server.origin}/profile`)
      const update = page.getByRole('button', { name: 'Update Profile' })
      await expect(update).toBeDisabled()
      await page.getByLabel('Name', { exact: true }).fill('Ada')
      await expect(update).toBeEnabled()
      await expect(page.getByRole('form', { name: 'Change Password' }).locator('[autocomplete=username]')).toHaveCount(
        1,
      )
      await expectNoOverflow(page)
      await page.screenshot({ path: testInfo.outputPath(`profile ${variant.colorScheme} ${variant.width}.png`) })
    }
  },
)
