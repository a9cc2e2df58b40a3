import type { Locator, Page } from 'playwright'
import { pause } from '../browser.ts'

interface Place {
  readonly x: number
  readonly y: number
}

async function middleOf(locator: Locator): Promise<Place> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('nothing there to use')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const CLICK_EVERY_MS = 150

/** Opens and closes the data provenance of one card after the other, repeatedly. */
export async function clickCards(page: Page, seconds: number): Promise<void> {
  const marks = page.locator('section[data-state] h3').locator('xpath=ancestor::section[1]')
  const places: Place[] = []
  for (const card of await marks.all())
    places.push(await middleOf(card.getByRole('button', { name: /show provenance/ })))
  const until = performance.now() + seconds * 1_000
  for (let turn = 0; performance.now() < until; turn += 1) {
    const { x, y } = places[Math.floor(turn / 2) % places.length] ?? { x: 0, y: 0 }
    await page.mouse.click(x, y)
    await pause(CLICK_EVERY_MS)
  }
}

const MOVES = 16
const FRAME_MS = 16

/** Drags the chart to and fro, and turns the wheel and the keys of it in between. */
export async function panChart(page: Page, seconds: number): Promise<void> {
  const chart = page.getByRole('slider').first()
  await chart.scrollIntoViewIfNeeded()
  const { x, y } = await middleOf(chart)
  const until = performance.now() + seconds * 1_000
  for (let turn = 0; performance.now() < until; turn += 1) {
    const way = turn % 2 === 0 ? 8 : -8
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let move = 1; move <= MOVES; move += 1) {
      await page.mouse.move(x + move * way, y)
      await pause(FRAME_MS)
    }
    await page.mouse.up()
    if (turn % 4 === 3) await page.mouse.wheel(0, turn % 8 === 3 ? -120 : 120)
    await page.keyboard.press(turn % 2 === 0 ? 'ArrowLeft' : 'ArrowRight')
  }
}
