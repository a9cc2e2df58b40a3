import type { Page } from '@playwright/test'
import { announcements, chartOf } from './chart.ts'
import { expect, signIn, test } from './fixtures.ts'

const openCharts = async (page: Page) => {
  await page.getByRole('link', { name: 'Charts', exact: true }).click()
  await expect(page.getByRole('slider')).toHaveCount(4)
}
const chartsIn = (page: Page) => new URL(page.url()).searchParams.get('charts')
const lastPrice = (page: Page, chart: string) => page.getByRole('region', { name: chart }).getByTestId('last-price')

test('[CH-82] one, two or four charts of pairs and timeframes of their own are live, kept and opened by a link @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page, server.origin)
  await openCharts(page)
  for (const interval of ['1m', '15m', '1h', '1d'])
    await expect(lastPrice(page, `BTC/USD Live Chart (${interval})`)).toBeVisible()

  await page.getByRole('button', { name: '1 chart', exact: true }).click()
  await page.getByRole('button', { name: '2 charts' }).click()
  await expect.poll(() => chartsIn(page)).toBe('BTCUSD-1m.ETHUSD-1m')
  await page.getByRole('region', { name: 'ETH/USD' }).getByRole('button', { name: 'Timeframe: M1' }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'M5' }).press('Enter')
  await expect.poll(() => chartsIn(page)).toBe('BTCUSD-1m.ETHUSD-5m')
  // Both move on, the second one although the dashboard shows neither its pair nor its timeframe.
  for (const name of ['BTC/USD Live Chart (1m)', 'ETH/USD Live Chart (5m)']) {
    const before = await lastPrice(page, name).textContent()
    await expect(lastPrice(page, name)).not.toHaveText(before ?? '', { timeout: 20_000 })
  }

  await page.getByRole('button', { name: 'Layouts' }).click()
  const layouts = page.getByRole('dialog', { name: 'Layouts of charts' })
  await layouts.getByRole('textbox').fill('Majors')
  await layouts.getByRole('textbox').press('Enter')
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect.poll(() => chartsIn(page)).toBe('BTCUSD-1m.ETHUSD-1m')
  await page.getByRole('button', { name: 'Layouts' }).click()
  await layouts.getByRole('button', { name: 'Majors (2 charts)', exact: true }).click()
  await expect(chartOf(page, 'ETH/USD Live Chart (5m)')).toBeVisible()

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(chartOf(page)).toBeVisible()
  await page.goto(`${server.origin}/charts`)
  await expect(chartOf(page, 'ETH/USD Live Chart (5m)')).toBeVisible()
  await expect(page.getByRole('slider')).toHaveCount(2)

  await page.goto(`${server.origin}/charts?charts=SOLUSD-1m.ETHUSD-5m`)
  await expect(page.getByText('This server has no pair SOL/USD; this is BTC/USD.')).toBeVisible()
  await expect(lastPrice(page, 'BTC/USD Live Chart (1m)')).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('[CH-83] charts in step point at one time and move together, by mouse and keys, until that is switched off @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page, server.origin)
  await page.goto(`${server.origin}/charts?charts=BTCUSD-1m.ETHUSD-1m`)
  const [first, second] = [chartOf(page), chartOf(page, 'ETH/USD Live Chart (1m)')]
  const timeOf = async (chart: typeof first) => /(\d\d:\d\d)\s+O /.exec((await chart.textContent()) ?? '')?.[1]
  for (const pair of ['BTC/USD', 'ETH/USD']) await expect(lastPrice(page, `${pair} Live Chart (1m)`)).toBeVisible()
  let moved = 0
  /** What is above the charts may still change. */
  const pointThere = async () => {
    const { x, y } = (await first.boundingBox())!
    moved = 1 - moved
    await page.mouse.move(x + 150 + moved, y + 100)
    return timeOf(second)
  }
  await expect.poll(pointThere).toMatch(/\d\d:\d\d/)
  expect(await timeOf(second)).toBe(await timeOf(first))

  const { x, y } = (await first.boundingBox())!
  await page.mouse.down()
  await page.mouse.move(x + 450, y + 100, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Jump to live' })).toHaveCount(2)
  await second.focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'Jump to live' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect.poll(() => announcements(page)).toMatch(/open/)

  await page.getByRole('switch', { name: 'In step' }).click()
  await first.focus()
  await page.keyboard.press('PageDown')
  await page.getByRole('button', { name: 'Older candles' }).first().click()
  await expect(page.getByRole('button', { name: 'Jump to live' })).toHaveCount(1)
  expect(consoleErrors).toEqual([])
})
