import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { announcements, chartOf, measure } from './chart.ts'
import { expect, signIn, test } from './fixtures.ts'

async function openChart(page: Page, origin: string) {
  await signIn(page, origin)
  const chart = chartOf(page)
  await expect(chart).toBeVisible()
  await expect(page.getByRole('button', { name: 'Chart tools' })).toBeVisible()
  return chart
}
async function choose(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Chart tools' }).click()
  // a click would scroll the page where the menu is still opening
  await page.getByRole('menuitem', { name }).press('Enter')
  // what is touched while it is closing is not the chart
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('[CH-65] [CH-66] measures and draws lines by mouse and keys, and keeps the lines @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  const chart = await openChart(page, server.origin)
  const { x, y } = (await chart.boundingBox())!
  await measure(page, chart, [200, 60], [400, 160])
  await expect.poll(() => announcements(page)).toMatch(/\(-\d.*%\), \+\d+ candles, /)

  await page.mouse.move(x + 300, y + 100)
  await chart.focus()
  await page.keyboard.press('h')
  await page.mouse.move(x + 300, y + 140)
  await page.keyboard.press('h')
  await choose(page, /^My drawings \(2\)/)
  const dialog = page.getByRole('dialog', { name: 'My drawings on BTC/USD' })
  await dialog.getByRole('button', { name: 'Delete Line 1' }).click()
  await expect(dialog.getByRole('textbox')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('textbox')).toHaveCount(2)
  const prices = await dialog
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((each) => 'value' in each && each.value))
  await page.keyboard.press('Escape')

  await page.reload()
  await choose(page, /^My drawings \(2\)/)
  await expect
    .poll(() =>
      dialog.getByRole('textbox').evaluateAll((fields) => fields.map((each) => 'value' in each && each.value)),
    )
    .toEqual(prices)
  await page.keyboard.press('Escape')
  await chart.focus()
  await page.keyboard.press('Escape')
  expect(consoleErrors).toEqual([])
})

test('[CH-77] draws shapes by mouse and keys, which stay at every timeframe, and are moved @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  const chart = await openChart(page, server.origin)
  const { x, y } = (await chart.boundingBox())!
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(x + from[0], y + from[1])
    await page.mouse.down()
    await page.mouse.move(x + to[0], y + to[1], { steps: 5 })
    await page.mouse.up()
  }
  await choose(page, 'Trend line')
  await drag([200, 250], [420, 120])
  await expect.poll(() => announcements(page)).toMatch(/Trend line from [\d,.]+ to [\d,.]+/)
  const first = await announcements(page)
  // Its ends have met highs and lows, so that it passes the middle higher or lower.
  let middle = 130
  await expect(async () => {
    middle = middle < 260 ? middle + 3 : 130
    await page.mouse.move(x + 310, y + middle)
    const cursor = await chart.evaluate(async (each) => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
      return getComputedStyle(each).cursor
    })
    expect(cursor).toBe('move')
  }).toPass({ intervals: [10] })
  await drag([310, middle], [330, middle + 30])
  await expect.poll(() => announcements(page)).not.toBe(first)

  await choose(page, 'Fibonacci retracement')
  await expect(chart).toBeFocused()
  for (const key of ['End', 'PageDown', 'Enter', 'ArrowLeft', 'PageDown', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => announcements(page)).toMatch(/Fibonacci retracement from [\d,.]+ to/)
  await page.screenshot({ path: 'test-results/shapes.png' })

  await page.getByRole('button', { name: 'M5', exact: true }).click()
  await choose(page, /^My drawings \(2\)/)
  const dialog = page.getByRole('dialog', { name: 'My drawings on BTC/USD' })
  await dialog.getByRole('button', { name: /^Delete Fibonacci retracement/ }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await page.screenshot({ path: 'test-results/shapes-m5.png' })
  expect(consoleErrors).toEqual([])
})

test('[CH-67] [CH-68] [CH-69] fills the screen, and saves an image @long', async ({ page, server, consoleErrors }) => {
  const chart = await openChart(page, server.origin)
  await chart.focus()
  await page.keyboard.press('f')
  await expect
    .poll(async () => {
      const box = await page.getByTestId('last-price').boundingBox()
      return box && box.y < 80
    })
    .toBe(true)
  const { width, height } = (await chart.boundingBox())!
  const window = page.viewportSize()!
  expect(width).toBeGreaterThan(window.width - 40)
  expect(height).toBeGreaterThan(window.height * 0.7)

  await page.getByRole('button', { name: 'Chart tools' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Logarithmic scale' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Logarithmic scale' })).toBeChecked()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save as image' }).click()
  const image = await saved
  expect(image.suggestedFilename()).toMatch(/^BTCUSD-\d{4}-\d\d-\d\d-\d\d-\d\d\.png$/)
  const bytes = readFileSync(await image.path())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(window.width - 40)

  await page.getByRole('button', { name: 'Chart tools' }).click()
  await page.getByRole('menuitem', { name: /Leave full screen/ }).click()
  await expect.poll(async () => (await chart.boundingBox())?.width).toBeLessThan(width)
  expect(consoleErrors).toEqual([])
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('[CH-65] [CH-66] [CH-71] pinches, holds, measures and draws @long', async ({ page, server, consoleErrors }) => {
    const chart = await openChart(page, server.origin)
    await chart.scrollIntoViewIfNeeded()
    const { x, y, width } = (await chart.boundingBox())!
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints })

    const scrolled = await page.evaluate(() => scrollY)
    const at = { x: x + width / 2, y: y + 120 }
    await touch('touchStart', at)
    await expect.poll(() => chart.textContent(), { timeout: 5_000 }).toMatch(/ O [\d,.]+/)
    await touch('touchMove', { x: at.x - 60, y: at.y + 20 })
    await touch('touchEnd')
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)

    const newer = page.getByRole('button', { name: 'Newer candles' })
    await touch('touchStart', { x: x + 80, y: y + 100 }, { x: x + 180, y: y + 100 })
    for (let step = 1; step <= 8; step += 1)
      await touch('touchMove', { x: x + 80 + 15 * step, y: y + 100 }, { x: x + 180 + 15 * step, y: y + 100 })
    await touch('touchEnd')
    await expect(newer).toBeEnabled()
    await page.getByRole('button', { name: 'Jump to live' }).click()

    await choose(page, /^Measure/)
    await touch('touchStart', { x: x + 60, y: y + 60 })
    await touch('touchMove', { x: x + 160, y: y + 140 })
    await touch('touchEnd')
    await expect.poll(() => announcements(page)).toMatch(/candles, /)
    await choose(page, /^Draw a line/)
    await page.touchscreen.tap(x + 100, y + 100)
    await page.getByRole('button', { name: 'Chart tools' }).click()
    await expect(page.getByRole('menuitem', { name: /^My drawings \(\d\)/ })).not.toHaveText(/\(0\)/)
    expect(consoleErrors).toEqual([])
  })
})

test('[CH-10] [CH-73] [CH-74] shows more of the past, in percent, and keeps how @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  const chart = await openChart(page, server.origin)
  const inView = page.getByText(/^In view/)
  await expect(inView).toHaveText(/^In view: 1 h 40 min/)
  await page.getByRole('button', { name: 'Chart tools' }).click()
  for (const name of ['Percent scale', 'More candles']) {
    await page.getByRole('menuitemcheckbox', { name }).press('Enter')
    await expect(page.getByRole('menuitemcheckbox', { name })).toBeChecked()
  }
  await page.keyboard.press('Escape')
  await expect(inView).toHaveText(/^In view: (2 h [3-5]\d|[3-5] h)/)
  await choose(page, 'Fit a day')
  await expect(inView).toHaveText(/^In view: 1 d,/)

  await page.reload()
  await expect(chart).toBeVisible()
  await expect(inView).toHaveText(/^In view: (2 h [3-5]\d|[3-5] h)/)
  await page.getByRole('button', { name: 'Chart tools' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Percent scale' })).toBeChecked()
  expect(consoleErrors).toEqual([])
})

test('[TR-12] keeps what is drawn through signing out, and has it in another browser @long', async ({
  page,
  server,
  browser,
  consoleErrors,
}) => {
  const chart = await openChart(page, server.origin)
  await chart.focus()
  await page.keyboard.press('End')
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await page.keyboard.press('h')
  await stored
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/signin/)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await openChart(other, server.origin)
  await choose(other, /^My drawings \(1\)/)
  await expect(other.getByRole('dialog', { name: 'My drawings on BTC/USD' }).getByRole('textbox')).toHaveCount(1)
  await elsewhere.close()
  expect(consoleErrors).toEqual([])
})
