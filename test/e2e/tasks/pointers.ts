import type { Locator, Page } from '@playwright/test'

/** A place on an element, in px from its left upper corner. */
export type Place = readonly [x: number, y: number]

/** What is done on a chart at a place. */
export interface Pointer {
  /** Moves the crosshair there: the mouse over it, or a finger held on it. */
  readonly pointAt: (chart: Locator, place: Place) => Promise<void>
  readonly pressAt: (chart: Locator, place: Place) => Promise<void>
  readonly drag: (chart: Locator, from: Place, to: Place) => Promise<void>
}

const MOVES = 5

async function pointOf(chart: Locator, [x, y]: Place): Promise<{ x: number; y: number }> {
  await chart.scrollIntoViewIfNeeded()
  const box = await chart.boundingBox()
  return { x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y }
}

function mouse(page: Page): Pointer {
  return {
    async pointAt(chart, place) {
      const { x, y } = await pointOf(chart, place)
      await page.mouse.move(x, y)
    },
    async pressAt(chart, place) {
      const { x, y } = await pointOf(chart, place)
      await page.mouse.click(x, y)
    },
    async drag(chart, from, to) {
      const [begin, end] = [await pointOf(chart, from), await pointOf(chart, to)]
      await page.mouse.move(begin.x, begin.y)
      await page.mouse.down()
      await page.mouse.move(end.x, end.y, { steps: MOVES })
      await page.mouse.up()
    },
  }
}

function touch(page: Page): Pointer {
  // All parts of a touch are of one session.
  const session = page.context().newCDPSession(page)
  async function send(type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) {
    await (await session).send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  return {
    async pointAt(chart, place) {
      await send('touchStart', await pointOf(chart, place))
      // A finger that is held still moves the crosshair, which has the texts of the candle.
      await chart
        .getByText(/ O [\d,.]+/)
        .first()
        .waitFor()
      await send('touchEnd')
    },
    async pressAt(chart, place) {
      const { x, y } = await pointOf(chart, place)
      await page.touchscreen.tap(x, y)
    },
    async drag(chart, from, to) {
      const [begin, end] = [await pointOf(chart, from), await pointOf(chart, to)]
      await send('touchStart', begin)
      for (let move = 1; move <= MOVES; move += 1) {
        const share = move / MOVES
        await send('touchMove', { x: begin.x + share * (end.x - begin.x), y: begin.y + share * (end.y - begin.y) })
      }
      await send('touchEnd')
    },
  }
}

export const POINTERS = { mouse, touch } as const
