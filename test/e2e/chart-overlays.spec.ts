import type { Page, Response } from '@playwright/test'
import { indicatorSeriesSchema, valuesByName, type IndicatorValues } from '#contract/payloads/indicator-series.ts'
import { successOf } from '#contract/auth.ts'
import { cardOf } from './cards.ts'
import { chartOf } from './chart.ts'
import { accessibilityProblems } from './accessibility.ts'
import { expect, signIn, test } from './fixtures.ts'

const menuOf = (page: Page) => cardOf(page, 'BTC/USD Live Chart (1m)').getByRole('button', { name: /^Indicators/ })
const item = (page: Page, name: string) => page.getByRole('menuitemcheckbox', { name, exact: true })

/** Pixels that the series of the shown overlays cover. */
const pixelsDrawn = (page: Page): Promise<number> =>
  chartOf(page)
    .locator('[_echarts_instance_] canvas')
    .evaluateAll((canvases) =>
      canvases
        .filter((canvas) => canvas instanceof HTMLCanvasElement)
        .map((canvas) => canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])
        .reduce((sum, data) => sum + data.filter((value, index) => index % 4 === 3 && value > 0).length, 0),
    )

const answer = successOf(indicatorSeriesSchema)

/** Values of candles by their opening, as the page gets them. */
function collectValues(page: Page): Map<number, IndicatorValues> {
  const values = new Map<number, IndicatorValues>()
  const add = async (response: Response) => {
    if (!/\/api\/indicators\/[^/]+\/series/.test(response.url()) || !response.ok()) return
    // The browser does not keep the body of an answer that the chart no longer waits for.
    const body: unknown = await response.json().catch(() => undefined)
    if (body === undefined) return
    const { columns, rows } = answer.parse(body).data
    for (const row of rows) values.set(row.timestamp, valuesByName(columns, row.values))
  }
  page.on('response', (response) => void add(response))
  return values
}

test('[CH-60] [CH-62] [CH-64] indicators by keys and mouse, with the values of the server @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  const values = collectValues(page)
  await signIn(page, server.origin)
  const chart = chartOf(page)
  await expect(page.getByText(/^500 one-minute candles/)).toBeAttached()
  await menuOf(page).press('Enter')
  for (const name of ['Moving averages', 'VWAP', 'RSI', 'MACD']) {
    await item(page, name).press('Enter')
    await expect(item(page, name)).toBeChecked()
  }
  await page.keyboard.press('Escape')
  await expect(menuOf(page)).toHaveText('Indicators (6)')

  // a closed candle, by keys: its text has what the server has computed of it
  await chart.focus()
  await expect(async () => {
    for (const key of ['End', 'PageDown', 'PageDown']) await page.keyboard.press(key)
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/VWAP [\d,.]+/)
  }).toPass()
  await expect(chart).toContainText(/RSI 14 \d+\.\d/)
  await expect(chart).toContainText(/MACD -?\d[\d,.]*/)
  await expect.poll(() => pixelsDrawn(page)).toBeGreaterThan(1_000)
  const text = (await chart.getAttribute('aria-valuetext')) ?? ''
  const [, day, time] = /^(\S+) (\S+) UTC:/.exec(text) ?? []
  const row = values.get(Date.parse(`${day}T${time}Z`) / 1_000) ?? {}
  for (const [name, column] of [
    ['EMA 9', 'ema_9'],
    ['EMA 100', 'ema_100'],
    ['VWAP', 'vwap'],
  ] as const) {
    const shown = new RegExp(`${name} (-?[\\d,]+\\.\\d)`).exec(text)?.[1]?.replaceAll(',', '')
    expect([name, shown]).toEqual([name, row[column]?.toFixed(1)])
  }

  // by mouse, where the crosshair is, also after the view was dragged
  const { x, y } = (await chart.boundingBox())!
  await page.mouse.move(x + 300, y + 60)
  await expect(chart).toContainText(/VWAP [\d,.]+/)
  await page.mouse.down()
  await page.mouse.move(x + 500, y + 60, { steps: 10 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Jump to live' })).toBeVisible()
  await expect(chart).toContainText(/VWAP [\d,.]+/)

  // what is switched off is no longer drawn
  await menuOf(page).click()
  for (const name of ['Moving averages', 'VWAP', 'RSI', 'MACD']) await item(page, name).press('Enter')
  await page.keyboard.press('Escape')
  await expect(menuOf(page)).toHaveText('Indicators (2)')
  await expect.poll(() => pixelsDrawn(page)).toBe(0)
  expect(consoleErrors).toEqual([])
})

test('[DA-30] a level of a card is brought into view on the chart, by mouse and by keys @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page, server.origin)
  const level = cardOf(page, 'Support & Resistance').getByTitle('Show on the chart').first()
  await expect(level).toBeVisible({ timeout: 60_000 })
  for (const press of [() => level.click(), () => level.press('Enter')]) {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    await expect(chartOf(page)).not.toBeInViewport()
    await press()
    await expect(level).toBeFocused()
    await expect(chartOf(page)).toBeInViewport({ ratio: 0.9 })
  }
  expect(consoleErrors).toEqual([])
})

test('[DA-36] a cluster and a zone lead to the level that they are about, whose row alone has its price @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, server.origin)
  const levels = cardOf(page, 'Support & Resistance')
  for (const name of ['Confluence zones', 'Support and resistance clusters']) {
    const list = page.getByRole('region', { name })
    const links = list.getByTitle(/: show among the levels$/)
    await expect(links.first()).toBeVisible({ timeout: 60_000 })
    for (const link of await links.all()) {
      const level = await link.innerText()
      const price = (await link.getAttribute('title'))?.replace(/:.*/, '') ?? ''
      await link.press('Enter')
      const row = levels.getByRole('rowheader', { name: `${level} ${price}`, exact: true })
      await expect(row.getByRole('button')).toBeFocused()
      await expect(row).toBeInViewport({ ratio: 1 })
      await expect(list).not.toContainText(price)
    }
  }
  expect(consoleErrors).toEqual([])
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('[CH-62] [CH-64] [DA-25] indicators, pairs and timeframes @long', async ({ page, server, consoleErrors }) => {
    await signIn(page, server.origin)
    const chart = chartOf(page)
    await expect(page.getByText(/^500 one-minute candles/)).toBeAttached()
    await menuOf(page).tap()
    await item(page, 'RSI').tap()
    await expect(item(page, 'RSI')).toBeChecked()
    await item(page, 'VWAP').tap()
    await expect(item(page, 'VWAP')).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(chart).toContainText('RSI 14 ')

    await chart.scrollIntoViewIfNeeded()
    const { x, y, width } = (await chart.boundingBox())!
    const session = await page.context().newCDPSession(page)
    const touchPoints = [{ x: x + width / 2, y: y + 60 }]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await expect(chart).toContainText(/RSI 14 \d+\.\d/)
    await expect(chart).toContainText(/VWAP [\d,.]+/)
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => pixelsDrawn(page)).toBeGreaterThan(500)

    await page.getByRole('button', { name: 'Pair: BTC/USD' }).tap()
    await page.getByRole('button', { name: /^ETH\/USD/ }).tap()
    await page.getByRole('button', { name: 'H1', exact: true }).tap()
    await expect(page.getByRole('heading', { name: 'ETH/USD Live Chart (1h)', exact: true })).toBeVisible()
    await expect(chartOf(page, 'ETH/USD Live Chart (1h)')).toContainText('RSI 14 ')
    expect(consoleErrors).toEqual([])
  })

  test('[DA-30] a level of a card is brought into view on the chart by a tap @long', async ({
    page,
    server,
    consoleErrors,
  }) => {
    await signIn(page, server.origin)
    const card = cardOf(page, 'Support & Resistance')
    await card.getByRole('button', { name: 'Support & Resistance', exact: true }).tap()
    const level = card.getByTitle('Show on the chart').first()
    await expect(level).toBeVisible({ timeout: 60_000 })
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    await expect(chartOf(page)).not.toBeInViewport()
    await level.tap()
    await expect(chartOf(page)).toBeInViewport({ ratio: 0.9 })
    expect(consoleErrors).toEqual([])
  })
})

test('[CH-76] indicators that one sets up are drawn, in panes of their own too, and stay @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page, server.origin)
  const chart = chartOf(page)
  await expect(page.getByText(/^500 one-minute candles/)).toBeAttached()
  await menuOf(page).click()
  await page.getByRole('menuitem', { name: 'Set up indicators…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Indicators' })
  for (const kind of ['SuperTrend', 'Aroon']) {
    await dialog.getByRole('combobox', { name: 'Indicator' }).click()
    await page.getByRole('option', { name: kind, exact: true }).click()
    await dialog.getByRole('button', { name: 'Add' }).click()
  }
  await dialog.getByRole('textbox', { name: 'Multiplier' }).fill('2')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(chart).toContainText(/Aroon 25 up \d+\.\d/)
  await expect.poll(() => pixelsDrawn(page)).toBeGreaterThan(500)

  await page.reload()
  await expect(chart).toContainText(/Aroon 25 up \d+\.\d/)
  await chart.focus()
  await page.keyboard.press('End')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/ST 10 2 (rising|falling) [\d,.]+/)
  await menuOf(page).click()
  await item(page, 'ST 10 2').click()
  await page.keyboard.press('Escape')
  await expect(menuOf(page)).toHaveText('Indicators (3)')
  expect(consoleErrors).toEqual([])
})

test('[CH-79] other pairs are compared in percent, and stay so at another timeframe @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page, server.origin)
  const chart = chartOf(page)
  await expect(page.getByText(/^500 one-minute candles/)).toBeAttached()
  const drawnBefore = await pixelsDrawn(page)
  await menuOf(page).click()
  await item(page, 'Compare ETH/USD').click()
  await page.keyboard.press('Escape')
  await expect.poll(() => pixelsDrawn(page)).toBeGreaterThan(drawnBefore + 50)
  await expect(async () => {
    await chart.focus()
    await page.keyboard.press('End')
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/ETH\/USD [+-]?\d+\.\d\d%/)
  }).toPass()
  await page.getByRole('group', { name: 'Timeframe' }).getByRole('button', { name: 'H1' }).click()
  const hourly = page.getByRole('slider', { name: 'BTC/USD Live Chart (1h)' })
  await expect(async () => {
    await hourly.focus()
    await page.keyboard.press('End')
    expect(await hourly.getAttribute('aria-valuetext')).toMatch(/ETH\/USD [+-]?\d+\.\d\d%/)
  }).toPass()
  expect(consoleErrors).toEqual([])
})

test('[CH-81] a link shows its indicators until something is changed, and a set is shown at a press @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page, server.origin)
  await expect(page.getByText(/^500 one-minute candles/)).toBeAttached()
  await page.goto(`${server.origin}/dashboard?indicators=ema%3Brsi%287%2Cclose%29%40info`)
  await expect(menuOf(page)).toHaveText('Indicators (4)')
  await expect(chartOf(page)).toContainText(/RSI 7 \d+\.\d/)
  await menuOf(page).click()
  await page.getByRole('menuitem', { name: 'Set up indicators…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Indicators' })
  await dialog.getByRole('textbox', { name: 'Keep what is shown as a set' }).fill('Momentum')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Momentum (2 indicators)' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove RSI 7' }).click()
  await expect(page).toHaveURL(/\/dashboard(?!.*indicators)/)
  await dialog.getByRole('button', { name: 'Momentum (2 indicators)' }).click()
  await expect(dialog.getByRole('button', { name: 'Remove RSI 7' })).toBeVisible()
  expect(await accessibilityProblems(page, 'sets', { widths: [1440, 390] })).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.goto(`${server.origin}/dashboard`)
  await expect(menuOf(page)).toHaveText('Indicators (4)')
  expect(consoleErrors).toEqual([])
})
