import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { referenceData } from '#test/support/data/reference.ts'
import { announcements, chartOf, measure } from './chart.ts'
import { expect, signIn, test } from './fixtures.ts'

const FILE = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')

/** The first rows of the recorded file: time, open, high, low, close, volume. */
const readRecording = (path: string): number[][] =>
  gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(0, 6).map(Number))

const readTable = (page: Page): Promise<number[][]> =>
  page
    .getByTestId('candle-table')
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('data')].map((cell) => Number(cell.value))))

const jumpToLive = (page: Page) => page.getByRole('button', { name: 'Jump to live' })

/** Candles in 100 px of the chart, by measuring them. */
async function candlesMeasured(page: Page, chart: Locator): Promise<number> {
  await measure(page, chart, [60, 60], [160, 90])
  return Number(/\+(\d+) candles/.exec(await announcements(page))?.[1])
}

test.describe('the past of the chart', () => {
  test.skip(!FILE, 'needs recorded candles: PAIRBOT_REFERENCE_DATA')
  test.use({
    serverEnv: { PAIRBOT_MARKET: 'replay', PAIRBOT_REPLAY: FILE ?? '', PAIRBOT_REPLAY_SPEED: '1' },
  })

  test(
    '[CH-50] dragging shows older candles, and Jump to live returns',
    { tag: '@long' },
    async ({ page, server, consoleErrors }) => {
      await signIn(page, server.origin)
      const chart = chartOf(page)
      await expect(page.getByText(/^500 one-minute candles/)).toBeAttached()
      const { x, y, width } = (await chart.boundingBox())!
      const loaded = page.waitForResponse((response) => response.url().includes('before='))
      await page.mouse.move(x + 20, y + 100)
      for (let drag = 0; drag < 6; drag += 1) {
        await page.mouse.move(x + 20, y + 100)
        await page.mouse.down()
        await page.mouse.move(x + width - 120, y + 100, { steps: 4 })
        await page.mouse.up()
      }
      expect((await loaded).status()).toBe(200)
      await chart.focus()
      await page.keyboard.press('Home')
      await jumpToLive(page).click()
      await expect(jumpToLive(page)).toBeHidden()
      expect(consoleErrors).toEqual([])
    },
  )

  test(
    '[CH-50] [CH-52] keys show older candles, zoom, and return to the newest',
    { tag: '@long' },
    async ({ page, server, consoleErrors }) => {
      await signIn(page, server.origin)
      const chart = chartOf(page)
      await expect(page.getByText(/^500 one-minute candles/)).toBeAttached()
      await chart.focus()
      await expect(async () => {
        await page.keyboard.press('Home')
        expect(Number(await chart.getAttribute('aria-valuemax'))).toBeGreaterThan(1_000)
      }).toPass()
      await expect(chart).toHaveAttribute('aria-valuenow', '1')
      await expect(jumpToLive(page)).toBeVisible()

      const before = await candlesMeasured(page, chart)
      await chart.focus()
      for (let zoom = 0; zoom < 4; zoom += 1) await page.keyboard.press('-')
      await expect(async () => expect(await candlesMeasured(page, chart)).toBeGreaterThan(2 * before)).toPass()
      await chart.focus()
      for (let zoom = 0; zoom < 7; zoom += 1) await page.keyboard.press('+')
      await expect(async () => expect(await candlesMeasured(page, chart)).toBeLessThan(before)).toPass()

      await jumpToLive(page).press('Enter')
      await expect(jumpToLive(page)).toBeHidden()
      expect(consoleErrors).toEqual([])
    },
  )

  test.describe('by touch', () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

    test(
      '[CH-50] [CH-52] [CH-71] fingers show older candles, zoom, and return to the newest',
      { tag: '@long' },
      async ({ page, server, consoleErrors }) => {
        await signIn(page, server.origin)
        const chart = chartOf(page)
        await expect(page.getByText(/^500 one-minute candles/)).toBeAttached()
        await chart.scrollIntoViewIfNeeded()
        const { x, y, width } = (await chart.boundingBox())!
        const session = await page.context().newCDPSession(page)
        /** Fingers that go from some places to others, at the same height. */
        async function swipe(...fingers: readonly { readonly from: number; readonly to: number }[]): Promise<void> {
          const at = (share: number) =>
            fingers.map(({ from, to }) => ({ x: x + from + (to - from) * share, y: y + 100 }))
          const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
            session.send('Input.dispatchTouchEvent', { type, touchPoints })
          await send('touchStart', at(0))
          for (const share of [0.25, 0.5, 0.75, 1]) await send('touchMove', at(share))
          await send('touchEnd', [])
        }

        const loaded = page.waitForResponse((response) => response.url().includes('before='))
        for (let drag = 0; drag < 6; drag += 1) await swipe({ from: 20, to: width - 90 })
        expect((await loaded).status()).toBe(200)
        await expect(jumpToLive(page)).toBeVisible()

        const before = await candlesMeasured(page, chart)
        await swipe({ from: 20, to: 100 }, { from: 240, to: 160 })
        await expect(async () => expect(await candlesMeasured(page, chart)).toBeGreaterThan(2 * before)).toPass()
        await swipe({ from: 100, to: 20 }, { from: 160, to: 240 })
        await expect(async () => expect(await candlesMeasured(page, chart)).toBeLessThan(1.5 * before)).toPass()

        await jumpToLive(page).tap()
        await expect(jumpToLive(page)).toBeHidden()
        expect(consoleErrors).toEqual([])
      },
    )
  })

  test(
    '[CH-50] [MK-63] a replayed week scrolled through equals the file row by row',
    { tag: '@long' },
    async ({ page, server }) => {
      const recording = readRecording(FILE ?? '')
      await signIn(page, server.origin)
      await expect(page.getByText(/^500 one-minute candles/)).toBeAttached()
      // A view of some 500 candles moves by fewer than the 500 rows of the table.
      for (let zoom = 0; zoom < 7; zoom += 1) await page.getByRole('button', { name: 'Zoom out' }).click()
      await page.getByRole('button', { name: 'Show as table' }).click()
      const seen = new Map<number, number[]>()
      const first = recording[0]?.[0]
      /** Looks at what the table shows; returns the time of its last row. */
      const look = async () => {
        const rows = await readTable(page)
        for (const row of rows) seen.set(row[0] ?? 0, row)
        return rows.at(-1)?.[0] ?? Infinity
      }
      await expect.poll(look).toBeLessThan(Infinity)
      while (!seen.has(first ?? -1)) {
        // Where older candles are still on their way, the view could not move.
        await expect(page.getByText('Loading candles…')).toBeHidden()
        const end = await look()
        await page.getByRole('button', { name: 'Older candles' }).click()
        await expect.poll(look).toBeLessThan(end)
      }
      const last = Math.max(...seen.keys())
      const expected = recording.filter(([time]) => (time ?? 0) < last)
      // A week without the minutes that the exchange did not report.
      expect(expected.length).toBeGreaterThan(9_900)
      const shown = [...seen.values()]
        .filter(([time]) => (time ?? 0) < last)
        .toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
      expect(shown).toEqual(expected)
    },
  )
})
