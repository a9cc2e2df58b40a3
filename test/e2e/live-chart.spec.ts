import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

const FALLBACK = 'Live data connection lost. Attempting to reconnect...'

const lastPrice = (page: Page) => page.getByTestId('last-price').innerText()

/** Waits until the last price has changed `times` times. */
async function priceMoves(page: Page, times: number): Promise<void> {
  let shown = await lastPrice(page)
  for (let n = 0; n < times; n += 1) {
    await expect.poll(() => lastPrice(page), { timeout: 20_000 }).not.toBe(shown)
    shown = await lastPrice(page)
  }
}

test.describe('the live chart', () => {
  test('[CH-1] shows moving candles, marked as simulated', async ({ page, server, consoleErrors }) => {
    await signIn(page, server.origin)
    await expect(page.getByText('BTC/USD Live Chart (1m)')).toBeVisible()
    await expect(page.getByTestId('market-badge')).toContainText('Simulated')
    await priceMoves(page, 3)
    expect(consoleErrors).toEqual([])
  })

  test(
    '[GW-40] the browser accepts deflated frames on both sockets, and prices move',
    { tag: '@long' },
    async ({ page, server, consoleErrors }) => {
      const negotiated = new Map<string, string | undefined>()
      const paths = new Map<string, string>()
      const cdp = await page.context().newCDPSession(page)
      await cdp.send('Network.enable')
      cdp.on('Network.webSocketCreated', ({ requestId, url }) => paths.set(requestId, new URL(url).pathname))
      cdp.on('Network.webSocketHandshakeResponseReceived', ({ requestId, response: { headers } }) => {
        const [, extensions] =
          Object.entries(headers).find(([name]) => name.toLowerCase() === 'sec-websocket-extensions') ?? []
        negotiated.set(paths.get(requestId) ?? requestId, extensions)
      })
      await signIn(page, server.origin)
      await priceMoves(page, 3)

      await expect.poll(() => [...negotiated.keys()].toSorted()).toEqual(['/ws/analytics', '/ws/tdp'])
      for (const answer of negotiated.values())
        expect(answer).toContain('permessage-deflate; server_no_context_takeover')
      expect(consoleErrors).toEqual([])
    },
  )

  test(
    '[CO-1] WS-06 WS-33 a lost socket goes through reconnecting to fallback, and recovers',
    { tag: '@long' },
    async ({ page, faults }) => {
      await signIn(page, faults.origin)
      const connection = page.getByRole('button', { name: /Connection Status/ })
      await expect(connection).toHaveAccessibleName(/connected/i)
      await priceMoves(page, 1)

      faults.set('refuse')
      await expect(connection).toHaveAccessibleName(/reconnecting/i)
      await expect(page.getByText(FALLBACK)).toBeVisible({ timeout: 60_000 })
      await expect(connection).toHaveAccessibleName(/error/i, { timeout: 60_000 })

      faults.set('pass')
      await page.evaluate(() => globalThis.dispatchEvent(new Event('online')))
      await expect(connection).toHaveAccessibleName(/\bconnected/i, { timeout: 40_000 })
      await expect(page.getByText(FALLBACK)).toBeHidden()
      await priceMoves(page, 2)
    },
  )
})
