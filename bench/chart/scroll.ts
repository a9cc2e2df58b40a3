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
/** Of ten presses each; a view of 500 candles moves by 400. */
const MAX_TURNS = 30

/** Scrolls the chart through 50,000 minutes of the past; the row of the report on the heap that it leaves. */
export async function measureScroll(browser: Browser, url: string): Promise<string> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 620 } })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(`${url}: ${error.message}`))
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
  await context.close()
  const mb = (most - before) / 1e6
  return `| all | heap MB over ${at} minutes scrolled | <= ${MOST_MB} | ${mb.toFixed(1)} | ${at >= MINUTES && mb <= MOST_MB ? 'met' : 'MISSED'} |`
}
