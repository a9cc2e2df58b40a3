import type { Locator, Page } from '@playwright/test'
import { announcements, chartOf } from '../chart.ts'
import { expect } from '../fixtures.ts'
import type { Hand } from './hands.ts'
import type { Place } from './pointers.ts'
import type { Task } from './task.ts'

/** Whatever was looked at last. */
const FROM = '/dashboard?pair=BTCUSD'

const toolsOf = (page: Page) => page.getByRole('button', { name: 'Chart tools' })
const indicatorsOf = (page: Page) => page.getByRole('button', { name: /^Indicators/ })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Indicators' })
const entry = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })
const overlay = (page: Page, name: string) => page.getByRole('menuitemcheckbox', { name })

/** Shows a pair and timeframe: by keys from the palette, otherwise in the head of the dashboard. */
async function show(page: Page, hand: Hand, pair: string, timeframe: string): Promise<void> {
  if (hand.way === 'keyboard') return hand.find(`${pair} ${timeframe}`, `Dashboard of ${pair}, ${timeframe}`)
  if (!(await page.getByRole('button', { name: `Pair: ${pair}` }).isVisible())) {
    await hand.use(page.getByRole('button', { name: /^Pair: / }))
    await hand.choose(page.getByRole('button', { name: new RegExp(`^${pair} `) }))
  }
  await hand.use(page.getByRole('button', { name: timeframe, exact: true }))
}

async function useTool(page: Page, hand: Hand, name: string | RegExp, typed?: string): Promise<void> {
  await hand.use(toolsOf(page))
  await hand.choose(entry(page, name), typed)
}

async function setUp(page: Page, hand: Hand): Promise<void> {
  await hand.use(indicatorsOf(page))
  await hand.choose(entry(page, 'Set up indicators…'), 'set up')
}

/** The menu of what is drawn stays open while more is chosen. */
const closeMenu = (page: Page, hand: Hand): Promise<void> =>
  hand.way === 'keyboard' ? hand.press('Escape') : hand.use(indicatorsOf(page))

/** A generated market seldom has a higher one. */
const LEVEL = 60
const RSI = /RSI 14 (?<value>[\d.]+)/
const OPEN = /open (?<open>[\d,.]+),/

/** Where the vertical line of the crosshair is in the chart, px. */
const lineOf = (chart: Locator): Promise<number> =>
  chart.evaluate((element) => {
    const canvas = [...element.querySelectorAll<HTMLCanvasElement>(':scope > canvas')].at(-1)
    const { data } = canvas?.getContext('2d')?.getImageData(0, canvas.height - 26, canvas.width, 1) ?? { data: [] }
    // Just above the times, where nothing but the line is; at one device pixel per px.
    return [...data].findIndex((alpha, index) => index % 4 === 3 && alpha > 0) >> 2
  })

/** Looks for the newest candle that the RSI rose above the level at: how many candles ago, and where it is in the chart. */
async function findCrossing(page: Page, chart: Locator): Promise<{ back: number; place: Place }> {
  await chart.focus()
  await page.keyboard.press('End')
  const rsi = async () => Number(RSI.exec(await chart.innerText())?.groups?.['value'])
  await expect.poll(rsi).toBeGreaterThan(0)
  for (let back = 0, later = 0; back < 168; back += 1) {
    const now = await rsi()
    if (later > LEVEL && now <= LEVEL) {
      await page.keyboard.press('ArrowRight')
      const x = await lineOf(chart)
      await page.keyboard.press('Escape')
      // Candles may be as narrow as two pixels.
      return { back: back - 1, place: [x + 0.5, 60] }
    }
    later = now
    await page.keyboard.press('ArrowLeft')
    // The legend is painted with the next frame.
    const open = OPEN.exec((await chart.getAttribute('aria-valuetext')) ?? '')?.groups?.['open'] ?? ''
    await expect(chart).toContainText(`O ${open} `)
    await expect.poll(rsi).toBeGreaterThan(0)
  }
  throw new Error('The RSI did not rise so high in a week')
}

/** The traders' tasks at the charts. */
export const DESK: readonly Task[] = [
  {
    name: 'Read the 24 h figures of another pair',
    from: FROM,
    async run({ page, hand }) {
      if (hand.way === 'keyboard') {
        await hand.find('eth', 'Dashboard of ETH/USD')
        await expect(
          page.getByRole('region', { name: 'ETH/USD Live Chart (1m)' }).getByText(/^High [\d,.]+/),
        ).toBeVisible()
      } else {
        await hand.use(page.getByRole('button', { name: /^Pair: / }))
        await expect(page.getByRole('button', { name: /^ETH\/USD .*%/ })).toBeVisible()
      }
    },
  },
  {
    name: 'Find when the RSI rose above 60 on H1 of another pair',
    from: FROM,
    async run({ page, hand }) {
      await show(page, hand, 'ETH/USD', 'H1')
      const chart = chartOf(page, 'ETH/USD Live Chart (1h)')
      await hand.use(indicatorsOf(page))
      await hand.choose(overlay(page, 'RSI'), 'rsi')
      await closeMenu(page, hand)
      await useTool(page, hand, 'Fit a week', 'fit a w')
      await expect(page.getByText(/^In view: [67] d/)).toBeVisible()
      if (hand.way === 'keyboard') await expect(chart).toBeFocused()
      const { back, place } = await findCrossing(page, chart)
      if (hand.way === 'keyboard') {
        const pages = Math.round(back / 10)
        const rest = back - 10 * pages
        const last = Array<string>(Math.abs(rest)).fill(rest > 0 ? 'ArrowLeft' : 'ArrowRight')
        await hand.press('End', ...Array<string>(pages).fill('PageDown'), ...last)
      } else await hand.pointAt(chart, place)
      await expect.poll(async () => Number(RSI.exec(await chart.innerText())?.groups?.['value'])).toBeGreaterThan(LEVEL)
    },
  },
  {
    name: 'Compare two pairs over a month',
    from: FROM,
    async run({ page, hand }) {
      await show(page, hand, 'BTC/USD', 'H4')
      await hand.use(indicatorsOf(page))
      await hand.choose(overlay(page, 'Compare ETH/USD'), 'compare eth')
      await expect(overlay(page, 'Compare ETH/USD')).toBeChecked()
      await closeMenu(page, hand)
      await useTool(page, hand, 'Fit a month', 'fit a m')
      await expect(page.getByText(/^In view: (29|30|31) d/)).toBeVisible()
    },
  },
  {
    name: 'Draw a channel and see it at another timeframe',
    from: FROM,
    async run({ page, hand }) {
      const chart = chartOf(page)
      await useTool(page, hand, 'Channel', 'ch')
      if (hand.way === 'keyboard') await hand.press('End', 'PageDown', 'PageDown', 'Enter', 'PageUp', 'PageUp', 'Enter')
      else await hand.drag(chart, [60, 160], [180, 100])
      await expect.poll(() => announcements(page)).toMatch(/Channel from [\d,.]+ to/)
      await show(page, hand, 'BTC/USD', 'M5')
      await expect(chartOf(page, 'BTC/USD Live Chart (5m)')).toBeVisible()
      await toolsOf(page).click()
      await expect(entry(page, 'My drawings (1)…')).toBeVisible()
    },
  },
  {
    name: "Set the RSI's length to 21",
    from: FROM,
    async run({ page, hand }) {
      await setUp(page, hand)
      const dialog = dialogOf(page)
      await hand.use(dialog.getByRole('combobox', { name: 'Indicator' }))
      await hand.choose(page.getByRole('option', { name: 'Relative Strength Index' }), 'rel')
      await hand.use(dialog.getByRole('button', { name: 'Add' }))
      await hand.fill(dialog.getByRole('textbox', { name: 'Length' }), '21')
      await expect(dialog.getByRole('button', { name: 'Remove RSI 21' })).toBeVisible()
    },
  },
  {
    name: 'Add a second moving average in another colour',
    from: `${FROM}&indicators=sma(50,close)@info`,
    async run({ page, hand }) {
      await setUp(page, hand)
      const dialog = dialogOf(page)
      await hand.use(dialog.getByRole('button', { name: 'Add' }))
      await hand.use(dialog.getByRole('combobox', { name: 'Colour' }).last())
      await hand.choose(page.getByRole('option', { name: 'Green', exact: true }), 'gr')
      await expect(dialog.getByRole('combobox', { name: 'Colour' }).last()).toContainText('Green')
    },
  },
  {
    name: 'Keep the indicators by name, and open them again',
    from: `${FROM}&indicators=rsi`,
    async run({ page, hand }) {
      await setUp(page, hand)
      const dialog = dialogOf(page)
      await hand.fill(dialog.getByRole('textbox', { name: 'Keep what is shown as a set' }), 'Swing')
      await hand.submit(dialog.getByRole('button', { name: 'Save' }))
      const kept = dialog.getByRole('button', { name: 'Swing (1 indicator)', exact: true })
      await expect(kept).toBeVisible()
      await page.goto(new URL(`${FROM}&indicators=vwap`, page.url()).href)
      await setUp(page, hand)
      await hand.use(kept)
      await expect(page.locator('[role="slider"]')).toContainText('RSI 14')
    },
  },
  {
    name: 'Lay out four charts, and keep the layout by name',
    from: FROM,
    async run({ page, hand }) {
      if (hand.way !== 'mouse') await hand.find('charts', 'Charts')
      else await hand.use(page.getByRole('link', { name: 'Charts', exact: true }))
      await hand.use(page.getByRole('button', { name: '4 charts' }))
      await hand.use(page.getByRole('button', { name: 'Layouts' }))
      const layouts = page.getByRole('dialog', { name: 'Layouts of charts' })
      await hand.fill(layouts.getByRole('textbox'), 'Desk')
      await hand.submit(layouts.getByRole('button', { name: 'Save' }))
      await expect(layouts.getByRole('button', { name: 'Desk (4 charts)', exact: true })).toBeVisible()
    },
  },
  {
    name: 'Measure a move',
    from: FROM,
    async run({ page, hand }) {
      if (hand.way === 'keyboard') {
        await hand.reach(chartOf(page))
        await hand.press('End', 'Shift+PageDown')
      } else {
        await useTool(page, hand, /^Measure/)
        await hand.drag(chartOf(page), [60, 160], [180, 100])
      }
      await expect.poll(() => announcements(page)).toMatch(/candles, /)
    },
  },
  {
    name: 'Mark a level by hand, and lock it',
    from: FROM,
    async run({ page, hand }) {
      const chart = chartOf(page)
      if (hand.way === 'keyboard') {
        await hand.reach(chart)
        await hand.press('End', 'h')
      } else {
        await useTool(page, hand, /^Draw a line/)
        await hand.pressAt(chart, [100, 90])
      }
      await expect.poll(() => announcements(page)).toMatch(/Line at [\d,.]+/)
      await useTool(page, hand, /^My drawings/, 'my')
      await hand.use(page.getByRole('button', { name: /^Lock Line/ }))
      await expect(page.getByRole('button', { name: /^Lock Line/ })).toHaveAttribute('aria-pressed', 'true')
    },
  },
  {
    name: 'Save the chart as an image',
    from: FROM,
    async run({ page, hand }) {
      const saved = page.waitForEvent('download')
      await useTool(page, hand, 'Save as image', 'save')
      expect((await saved).suggestedFilename()).toMatch(/\.png$/)
    },
  },
  {
    name: 'Place an order on paper with a stop',
    from: FROM,
    needs: 'paper',
    async run({ page, hand }) {
      if (hand.way === 'keyboard') {
        await hand.reach(chartOf(page))
        await hand.press('o')
      } else await useTool(page, hand, /^Order on paper/)
      const dialog = page.getByRole('dialog', { name: 'New Order' })
      await expect(dialog).toBeVisible()
      await hand.use(dialog.getByRole('combobox', { name: 'Type' }))
      await hand.choose(page.getByRole('option', { name: /^Limit and stop/ }), 'limit and s')
      await hand.fill(dialog.getByRole('textbox', { name: 'Limit', exact: true }), '1000')
      await hand.fill(dialog.getByRole('textbox', { name: 'Stop', exact: true }), '999999')
      await hand.submit(dialog.getByRole('button', { name: 'Place Order' }))
      await expect(page.getByText('Order placed')).toBeVisible()
    },
  },
]
