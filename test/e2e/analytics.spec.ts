import type { Page } from '@playwright/test'
import { referenceData } from '#test/rig/reference.ts'
import { expect, signIn, test } from './fixtures.ts'

const FILE = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')
const CARDS = [
  'Market Structure',
  'Pattern Recognition',
  'Support & Resistance',
  'Technical Indicators',
  'Cross-Timeframe Confluence',
] as const

const card = (page: Page, title: string) => page.getByRole('region', { name: new RegExp(title) })

test.describe('the analysis cards over a replayed month', () => {
  test.skip(!FILE, 'needs recorded candles: PAIRBOT_REFERENCE_DATA')
  test.use({ serverEnv: { PAIRBOT_MARKET: 'replay', PAIRBOT_REPLAY: FILE ?? '', PAIRBOT_REPLAY_SPEED: '20' } })

  test('[AD-E1] are filled from the streams, and each shows the message it is made of', async ({
    page,
    server,
    complaints,
  }) => {
    await signIn(page, server.origin)
    for (const title of CARDS) {
      await expect(card(page, title)).toBeVisible()
      await expect(card(page, title).getByText(/Analyzing|Processing live data/)).toHaveCount(0)
    }
    await card(page, 'Support & Resistance').getByRole('heading').first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('tdp:kraken:BTCUSD:analysis:support_resistance')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(complaints).toEqual([])
  })

  test('[AD-E2] keep their data through a cut, poll while the sockets stay away, and come back live', async ({
    page,
    faults,
  }) => {
    test.setTimeout(180_000)
    let blocked = false
    await page.routeWebSocket(/\/ws\//, (socket) => {
      if (blocked) void socket.close({ code: 1013 })
      else socket.connectToServer()
    })
    await signIn(page, faults.origin)
    const connection = page.getByRole('button', { name: /Connection Status/ })
    await expect(connection).toHaveAccessibleName(/connected/i)
    await expect(card(page, 'Support & Resistance').getByText(/Analyzing/)).toHaveCount(0)

    blocked = true
    faults.cut()
    await expect(connection).toHaveAccessibleName(/error.*API fallback/i, { timeout: 90_000 })
    await expect(card(page, 'Support & Resistance')).toContainText(/polling/i, { timeout: 30_000 })

    blocked = false
    await page.evaluate(() => globalThis.dispatchEvent(new Event('online')))
    await expect(connection).not.toHaveAccessibleName(/fallback/i, { timeout: 60_000 })
    await expect(card(page, 'Support & Resistance')).toContainText(/replay/i, { timeout: 60_000 })
  })
})
