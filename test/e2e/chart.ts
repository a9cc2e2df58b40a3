import type { Locator, Page } from '@playwright/test'

/** A place on a chart, in px from its left upper corner. */
type Place = readonly [x: number, y: number]

/** The chart of the dashboard. */
export const chartOf = (page: Page, name: string | RegExp = 'BTC/USD Live Chart (1m)') =>
  page.getByRole('slider', { name })

/** What the page has announced to screen readers. */
export const announcements = async (page: Page): Promise<string> =>
  (await page.locator('[aria-live]').allTextContents()).join(' ')

/** Measures from one place of a chart to another, by dragging with Shift; the result is announced. */
export async function measure(page: Page, chart: Locator, from: Place, to: Place): Promise<void> {
  const { x, y } = (await chart.boundingBox())!
  await page.keyboard.down('Shift')
  await page.mouse.move(x + from[0], y + from[1])
  await page.mouse.down()
  await page.mouse.move(x + to[0], y + to[1], { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
}
