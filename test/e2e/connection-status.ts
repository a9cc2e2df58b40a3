import type { Browser, Locator, Page } from '@playwright/test'
import type { RunningServer } from '#test/support/server/server.ts'
import { expect } from './fixtures.ts'
import { openOtherBrowser, registerUser } from './users.ts'

export const openConnectionStatus = async (page: Page): Promise<Locator> => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Connection Status/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Connection Status' })
  await expect(dialog.getByText('Configuration')).toBeVisible()
  return dialog
}
export const panel = (dialog: Locator, name: string) => dialog.getByRole('region', { name, exact: true })
/** The value next to a term in a panel. */
export const valueOf = (region: Locator, name: string) =>
  region.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::*[1]')

/** Another user in their own browser, with the Connection Status dialog open. */
export async function openObserver(browser: Browser, server: RunningServer) {
  const observer = await registerUser(server, 'trader@pairbot.test', 'Trader')
  const { page, signIn } = await openOtherBrowser(browser, server, observer)
  await signIn()
  const dialog = await openConnectionStatus(page)
  await expect(valueOf(panel(dialog, 'Stream Connection'), 'WebSocket status')).toHaveText('CONNECTED')
  const ids = () =>
    dialog
      .getByRole('term')
      .filter({ hasText: 'Connection id' })
      .locator('xpath=following-sibling::*[1]')
      .allTextContents()
  const before = await ids()
  return {
    page,
    /** Asserts that this user cached their sockets, saw no error, and went on receiving messages. */
    async expectUnaffected(during: () => Promise<void>) {
      const received = async () =>
        Number((await valueOf(panel(dialog, 'TDP WebSocket'), 'Messages received').textContent())?.replace(',', ''))
      const start = await received()
      await during()
      expect(await ids()).toEqual(before)
      expect(await received()).toBeGreaterThan(start)
      for (const name of ['Analytics', 'Market data']) {
        await expect(valueOf(panel(dialog, name), 'Reconnect count')).toHaveText('0')
      }
      await expect(dialog.getByText('No errors')).toBeVisible()
      await expect(panel(dialog, 'Redis Proxy Health').getByText('Healthy')).toBeVisible()
    },
  }
}
