import type { Browser } from 'playwright'
import { watchThread } from '../browser.ts'

declare global {
  interface Window {
    /** Minutes between the newest candle and the oldest that was loaded. */
    minutesLoaded(): number
  }
}

const MINUTES = 50_000
const MOST_MB = 40
const PAN_MOVES = 300
/** Of ten presses each; a view of 500 candles moves by 400. */
const MAX_TURNS = 30

/** Scrolls the chart through 50,000 minutes of the past; the rows of the report on how it pans then, and on the heap that it leaves. */
export async function measureScroll(browser: Browser, url: string): Promise<string> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 620 } })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(`${url}: ${error.message}`))
  await page.addInitScript({ path: 'bench/chart/driver.js' })
  await page.goto(url, { waitUntil: 'load' })
  const older = page.getByRole('button', { name: 'Older candles' })
  await older.waitFor()
  const thread = await watchThread(page)
  const before = await thread.heap()
  let most = before
  let at = 0
  for (let turns = 0; at < MINUTES && turns < MAX_TURNS; turns += 1) {
    for (let times = 0; times < 10; times += 1) await older.click()
    most = Math.max(most, await thread.heap())
    at = await page.evaluate(() => window.minutesLoaded())
  }
  // Held and moved from side to side, over all that was loaded.
  const { x, y } = (await page.getByRole('slider').boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 500, y + 100)
  await page.mouse.down()
  await page.evaluate(() => window.bench.start(0))
  for (let moves = 0; moves < PAN_MOVES; moves += 1) await page.mouse.move(x + 200 + (moves % 60) * 10, y + 100)
  const { frames, dropped } = await page.evaluate(() => window.bench.stop())
  await page.mouse.up()
  await context.close()
  const mb = (most - before) / 1e6
  const panned = `| all | dropped while ${at} minutes are panned | 0 | ${dropped} of ${frames} | ${dropped === 0 ? 'met' : 'MISSED'} |\n`
  return `${panned}| all | heap MB over ${at} minutes scrolled | <= ${MOST_MB} | ${mb.toFixed(1)} | ${at >= MINUTES && mb <= MOST_MB ? 'met' : 'MISSED'} |`
}
