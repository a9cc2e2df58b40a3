// A page of four live charts, used for a minute a round: pan, zoom, keys, timeframes, indicators, menus, one, two and four
// charts. Prints the time from interaction to next paint. Needs a build: `npm run bench:charts`; `--rounds=n`.
import { inpOf, launchChromium, option, pause, signIn, watchThread } from './browser.ts'
import { panChart } from './dashboard/use.ts'
import { ADMIN, ALL_PAIRS, makeEmptyDir, removeDataDir, startServer } from '#test/support/server/server.ts'
import type { Page } from 'playwright'

const ROUNDS = option('rounds', 3)
const SECONDS = 60
const FOUR = '/charts?charts=BTCUSD-1m.ETHUSD-1m.BTCUSD-5m.ETHUSD-1h'
const KEYS = ['ArrowLeft', 'PageUp', 'End', '+', '-', 'Escape']
const BETWEEN_MS = 250

async function click(page: Page, role: 'button' | 'menuitemradio' | 'menuitemcheckbox', name: string | RegExp) {
  await page.getByRole(role, { name, exact: true }).first().click()
  await pause(BETWEEN_MS)
}

async function useAll(page: Page): Promise<void> {
  await panChart(page, 3)
  for (const chart of await page.getByRole('slider').all()) {
    await chart.hover({ position: { x: 100, y: 100 } })
    for (const by of [-120, 120]) await page.mouse.wheel(0, by)
    await chart.click({ position: { x: 100, y: 100 } })
    for (const key of KEYS) await page.keyboard.press(key)
  }
  for (const timeframe of ['M5', 'H1', 'M1']) {
    await click(page, 'button', /^Timeframe: /)
    await click(page, 'menuitemradio', timeframe)
  }
  await click(page, 'button', /^Indicators/)
  for (const name of ['Moving averages', 'Moving averages', 'RSI', 'RSI']) await click(page, 'menuitemcheckbox', name)
  await page.keyboard.press('Escape')
  await click(page, 'button', 'Chart tools')
  await page.keyboard.press('Escape')
  for (const count of ['1 chart', '2 charts', '4 charts']) await click(page, 'button', count)
}

const dataDir = await makeEmptyDir()
// With a path to Node the server runs as a user starts it.
const server = await startServer({ dataDir, node: process.execPath, env: ALL_PAIRS })
const browser = await launchChromium()
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript({ path: 'bench/watch.js' })
  await signIn(page, server.origin, ADMIN)
  await page.goto(`${server.origin}${FOUR}`)
  await page.getByRole('button', { name: 'Chart tools' }).nth(3).waitFor()
  const thread = await watchThread(page)
  for (let round = 1; round <= ROUNDS; round += 1) {
    await page.evaluate(() => window.watch.start(null))
    const [began, before] = [performance.now(), await thread.worked()]
    while (performance.now() - began < SECONDS * 1_000) await useAll(page)
    const share = ((await thread.worked()) - before) / (performance.now() - began)
    const watched = await page.evaluate(() => window.watch.stop())
    const slowest = watched.details.toSorted((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10))
    console.log(
      `round ${round}: ${watched.interactions} interactions, p98 ${inpOf(watched)} ms (goal 100), ` +
        `main thread busy ${Math.round(share * 100)} %; slowest: ${slowest.slice(0, 5).join('; ')}`,
    )
  }
} finally {
  await browser.close()
  await server.stop()
  await removeDataDir(dataDir)
}
