import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { accessibilityProblems } from './accessibility.ts'

const WIDTHS = [360, 390, 768, 1280, 1920]
const LEVELS = 'tdp:kraken:BTCUSD:analysis:support_resistance'
const WARNING = 'WebSocket connection unavailable. Using API fallback mode for data updates.'

const card = (page: Page, key: string) => page.locator(`[data-stream="${key}"]`)
const titleOf = (page: Page, key: string) => card(page, key).getByRole('button')
const dialog = (page: Page) => page.getByRole('dialog', { name: /support_resistance/ })

async function openScreen(page: Page, origin: string, search = ''): Promise<void> {
  await page.goto(`${origin}/monitoring${search}`)
  await expect(page.getByRole('article').first()).toBeVisible()
}

test.describe('System Monitoring', () => {
  test('[MO-10] [MO-37] [MO-40] fills, filters, and opens a stream in detail; Back undoes each step', async ({
    page,
    server,
    consoleErrors,
  }) => {
    await signIn(page, server.origin)
    await openScreen(page, server.origin)
    await expect(page.getByText(/^57 of 57 shown$/)).toBeVisible()
    await expect(page.locator('[data-kind="indicators"]').first()).toBeVisible()
    expect(await page.getByRole('article').count()).toBeLessThan(57)
    await page.getByRole('region', { name: 'Stream cards' }).evaluate((grid) => grid.scrollTo(0, grid.scrollHeight))
    await expect(page.locator('[data-kind="divergence"]').last()).toBeVisible()
    const summary = page.getByRole('region', { name: 'System Summary' })
    await expect(summary).toContainText('WebSocket Active')

    await page.getByRole('button', { name: 'Analysis', exact: true }).click()
    await expect(page).toHaveURL(/\?category=analysis$/)
    await page.getByLabel('Filter by key').fill('support')
    await expect(page).toHaveURL(/q=support/)
    await expect(page.getByText(/^3 of 57 shown$/)).toBeVisible()
    await expect(card(page, LEVELS)).toContainText('Resistance 1')

    await titleOf(page, LEVELS).click()
    await expect(page).toHaveURL(/stream=/)
    await expect(dialog(page)).toContainText(LEVELS)
    await dialog(page).getByRole('tab', { name: 'JSON' }).click()
    await dialog(page).getByLabel('JSON path').fill('..overall_confidence')
    await expect(page).toHaveURL(/path=/)
    await expect(dialog(page).getByRole('region', { name: 'Parsed JSON' })).toHaveText(
      /^Analysis\.summary\.overall_confidence: [\d.]+$/,
    )
    await page.reload()
    await expect(dialog(page).getByLabel('JSON path')).toHaveValue('..overall_confidence')

    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page).toHaveURL(/q=support/)
    await expect(page.getByLabel('Filter by key')).toHaveValue('support')
    await page.goBack()
    await expect(page).toHaveURL(/\/monitoring$/)
    await expect(page.getByText(/^57 of 57 shown$/)).toBeVisible()
    expect(consoleErrors).toEqual([])
  })

  test(
    '[MO-43] [MO-37] the live tail grows; closing returns to the grid',
    { tag: '@long' },
    async ({ page, server }) => {
      await signIn(page, server.origin)
      await openScreen(page, server.origin, '?q=BTCUSD:technical_indicators:m1')
      const key = 'tdp:kraken:BTCUSD:technical_indicators:m1'
      await titleOf(page, key).click()
      const window = page.getByRole('dialog', { name: 'BTC/USD M1 · technical indicators' })
      const tail = window.getByRole('region', { name: 'Latest messages' })
      const first = tail.getByRole('listitem').first()
      await expect(first).toBeVisible({ timeout: 30_000 })
      const before = await first.textContent()
      await expect(first).not.toHaveText(before ?? '', { timeout: 30_000 })
      await window.getByRole('switch', { name: 'Live tail' }).click()
      const still = await tail.textContent()
      await page.waitForTimeout(2_500)
      expect(await tail.textContent()).toBe(still)
      await page.keyboard.press('Escape')
      await expect(window).toHaveCount(0)
      await expect(page).not.toHaveURL(/stream=/)
      await expect(titleOf(page, key)).toBeFocused()
    },
  )

  test(
    '[MO-5] [MO-12] runs the health test, loads history with progress, and opens Connection Status',
    { tag: '@long' },
    async ({ page, server }) => {
      await signIn(page, server.origin)
      await openScreen(page, server.origin)
      // A server that has just started is still ingesting the history of the last pair.
      await expect(page.getByText('57 of 57 shown')).toBeVisible()
      await page.getByRole('button', { name: 'Health Test' }).click()
      await expect(page.getByText('Health test passed: 5 tests')).toBeVisible()
      await page.getByRole('button', { name: 'Load Historical' }).click()
      await expect(page.getByText(/^Loaded \d+ messages of 57 streams$/)).toBeVisible()
      await page.getByRole('main').getByRole('button', { name: 'Connection Status' }).click()
      await expect(page.getByRole('dialog', { name: 'Connection Status' })).toBeVisible()
    },
  )

  test(
    '[MO-4] [MO-24] [MO-50] reports polling and downtime, and recovers',
    { tag: '@long' },
    async ({ page, faults }) => {
      let isBlocked = false
      await page.routeWebSocket(/\/ws\//, (socket) => {
        if (isBlocked) void socket.close({ code: 1013 })
        else socket.connectToServer()
      })
      await signIn(page, faults.origin)
      await openScreen(page, faults.origin)
      isBlocked = true
      faults.cut()
      await expect(page.getByText(WARNING)).toBeVisible({ timeout: 90_000 })
      await expect(page.getByRole('region', { name: 'System Summary' })).toContainText('API Fallback')
      await expect(page.getByRole('region', { name: 'System Errors' })).toContainText(/Connection lost/)
      isBlocked = false
      await page.evaluate(() => globalThis.dispatchEvent(new Event('online')))
      await expect(page.getByText(WARNING)).toHaveCount(0, { timeout: 60_000 })
      const latency = page.getByRole('region', { name: 'Latency of Analytics' })
      await expect(latency).toContainText('Reconnects 1', { timeout: 15_000 })
      await expect(latency).toContainText(/Disconnected (\d+m )?[1-9]\d*s/)
    },
  )
})

test(
  '[UI-13] [UI-14] System Monitoring has no serious axe violations and does not scroll horizontally',
  { tag: '@long' },
  async ({ page, server }) => {
    await signIn(page, server.origin)
    await openScreen(page, server.origin)
    const problems: string[] = []
    const check = async (state: string) => {
      problems.push(...(await accessibilityProblems(page, state, { widths: WIDTHS })))
    }
    await check('the grid')
    await page.getByRole('button', { name: 'Analysis', exact: true }).click()
    await expect(card(page, LEVELS)).toBeVisible()
    await check('the analysis')
    await titleOf(page, LEVELS).click()
    await expect(dialog(page).getByRole('table', { name: 'Values' })).toContainText('Overall confidence')
    await check('the detail')
    await dialog(page).getByRole('tab', { name: 'JSON' }).click()
    await expect(dialog(page).getByRole('region', { name: 'Parsed JSON' })).toContainText('overall_confidence')
    await check('the detail as JSON')
    expect(problems).toEqual([])
  },
)
