import { readFile } from 'node:fs/promises'
import { expect, signIn, test } from './fixtures.ts'
import { accessibilityProblems } from './accessibility.ts'
import { valueOf, openConnectionStatus, panel } from './connection-status.ts'

test.describe('Connection Status', () => {
  test(
    '[PH-20] [PH-21] [PH-22] [PH-24] shows both sockets, reconnects, copies',
    { tag: '@long' },
    async ({ page, context, server, consoleErrors }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin })
      await signIn(page, server.origin)
      const dialog = await openConnectionStatus(page)
      const stream = panel(dialog, 'Stream Connection')
      const tdp = panel(dialog, 'TDP WebSocket')
      await expect(valueOf(stream, 'WebSocket status')).toHaveText('CONNECTED')
      await expect(valueOf(stream, 'Fallback mode')).toHaveText('WEBSOCKET')
      await expect(valueOf(stream, 'Connection id')).toHaveText(/^.{12}$/)
      await expect(valueOf(tdp, 'URL')).toHaveText(`${server.origin.replace('http', 'ws')}/ws/tdp?token=***&batch=1`)
      const received = async () => Number(await valueOf(tdp, 'Messages received').textContent())
      const before = await received()
      await expect.poll(received).toBeGreaterThan(before)
      await expect(valueOf(panel(dialog, 'WebSocket debug info'), 'Candle')).toHaveText(/^(Partial|Complete)$/)

      const id = await valueOf(panel(dialog, 'Market data'), 'Connection id').textContent()
      await tdp.getByRole('button', { name: 'Reconnect' }).click()
      await expect(valueOf(tdp, 'Status')).toHaveText('reconnecting')
      await expect(valueOf(tdp, 'Status')).toHaveText('connected')
      await expect(valueOf(panel(dialog, 'Market data'), 'Connection id')).not.toHaveText(id ?? '')
      await expect(valueOf(panel(dialog, 'Market data'), 'Reconnect count')).toHaveText('1')
      await expect(valueOf(panel(dialog, 'Analytics'), 'Reconnect count')).toHaveText('0')

      // A server that has just started is still filling its streams.
      await expect(valueOf(stream, 'Active streams')).toHaveText('57')
      const active = 57
      await expect(panel(dialog, 'Active Redis Streams').getByText(`first 3 of ${active}`)).toBeVisible()
      await dialog.getByRole('button', { name: 'Copy All', exact: true }).click()
      await expect(page.getByText(`Copied ${active} streams`)).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(JSON.parse(copied)).toHaveLength(active)

      await dialog.getByRole('button', { name: 'Test', exact: true }).click()
      const alert = page.getByRole('alertdialog', { name: 'Health test PASSED' })
      await expect(alert.getByText('5 tests run')).toBeVisible()
      await alert.getByRole('button', { name: 'OK' }).click()
      await expect(dialog).toBeVisible()

      const token = await page.evaluate(() => localStorage.getItem('pairbot.access_token') ?? 'none')
      expect(token.length).toBeGreaterThan(20)
      expect(await page.content()).not.toContain(token)
      const saving = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Download diagnostics' }).click()
      const bundle = await readFile(await (await saving).path(), 'utf8')
      const { machines } = JSON.parse(bundle) as { machines: { tdp: unknown } }
      expect(machines.tdp).toMatchObject({ status: 'connected', reconnectCount: 1 })
      expect(bundle).not.toContain(token)
      expect(bundle).not.toContain('@')

      await page.mouse.click(5, 5)
      await expect(dialog).toHaveCount(0)
      expect(consoleErrors).toEqual([])
    },
  )

  test(
    '[UI-13] [UI-14] the dialog and the navigation have no serious axe violations, no horizontal scrolling and no truncated labels',
    { tag: '@long' },
    async ({ page, server }) => {
      await signIn(page, server.origin)
      const dialog = await openConnectionStatus(page)
      const overflow = () => dialog.evaluate((box) => box.scrollWidth - box.clientWidth)
      expect(await accessibilityProblems(page, 'Connection Status', { widths: [360, 768, 1280], overflow })).toEqual([])
      await page.keyboard.press('Escape')
      await page.goto(`${server.origin}/monitoring`)
      await expect(page.getByRole('region', { name: 'Fault Injection' })).toBeVisible()
      const expectNoCutLabels = async (width: number) => {
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll('nav span')].flatMap((label) =>
            label.scrollWidth > label.clientWidth ? [label.textContent] : [],
          ),
        )
        expect(cut, `labels at ${width} px`).toEqual([])
      }
      expect(
        await accessibilityProblems(page, 'monitoring', { widths: [360, 390], atWidth: expectNoCutLabels }),
      ).toEqual([])
    },
  )
})
