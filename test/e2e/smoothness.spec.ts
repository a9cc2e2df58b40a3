import { referenceData } from '#test/support/data/reference.ts'
import { percentile } from '#bench/figures.ts'
import { interactionsOf, type Watched } from '#bench/browser.ts'
import { CARDS } from './cards.ts'
import { expect, signIn, test } from './fixtures.ts'

const FILE = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')
const SPEED = 60
const BENCH_S = process.env['PAIRBOT_SMOOTHNESS_S']
const IS_BENCH = BENCH_S !== undefined
/** Seconds of use; `npm run bench:smoothness`, on an otherwise idle machine, uses ten minutes. */
const SECONDS = Number(BENCH_S ?? 10)
const BARS = { shift: 0.01, inpMs: 100 }
const USE_EVERY_MS = 1_000

test.describe('a replay at 60 times the speed', () => {
  test.skip(!FILE, 'needs recorded candles: PAIRBOT_REFERENCE_DATA')
  test.use({
    serverEnv: { PAIRBOT_MARKET: 'replay', PAIRBOT_REPLAY: FILE ?? '', PAIRBOT_REPLAY_SPEED: String(SPEED) },
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'no-preference',
  })

  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test(
      `[DA-24] hardly shifts the layout, and answers at once, at ${viewport.width} px`,
      { tag: '@long' },
      async ({ page, server }, testInfo) => {
        test.setTimeout(SECONDS * 1_000 + 120_000)
        await page.setViewportSize(viewport)
        await page.addInitScript({ path: 'bench/watch.js' })
        await page.addInitScript(() => {
          const seen = { shift: 0, parts: [] as string[] }
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & {
              value: number
              hadRecentInput: boolean
              sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
            })[]) {
              if (entry.hadRecentInput) continue
              seen.shift += entry.value
              const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
                const name = node instanceof Element ? `${node.tagName}.${node.className}` : node?.textContent
                return `${name?.slice(0, 50)} ${from.x},${from.y},${from.width},${from.height} to ${to.x},${to.y},${to.width},${to.height}`
              })
              seen.parts.push(`${entry.value.toFixed(4)} ${moved.join(' + ')}`)
            }
          }).observe({ type: 'layout-shift', buffered: true })
          Object.assign(window, { seen })
        })
        await signIn(page, server.origin)
        await expect(page.getByTestId('headline')).toHaveCount(CARDS.length, { timeout: 60_000 })

        const chart = page.getByRole('slider', { name: 'BTC/USD Live Chart (1m)' })
        await page.evaluate('watch.start()')
        for (let second = 0; second < SECONDS; second += 1) {
          await chart.press(['ArrowLeft', 'Minus', 'ArrowRight', 'Equal'][second % 4] ?? 'End')
          const menu = page.getByRole('button', { name: /^S\/R: / })
          await menu.press('Enter')
          await page.keyboard.press('Escape')
          await page.waitForTimeout(USE_EVERY_MS)
        }
        const watched = (await page.evaluate('watch.stop()')) as Watched
        const { shift, parts } = await page.evaluate(
          () => (window as unknown as { seen: { shift: number; parts: string[] } }).seen,
        )
        const inpMs = percentile(
          interactionsOf(watched).toSorted((a, b) => a - b),
          0.98,
        )
        const marketMinutes = (SECONDS * SPEED) / 60
        process.stdout.write(
          `${viewport.width} px, ${SECONDS} s (${marketMinutes} min of the market): layout shift ${shift.toFixed(4)}, ` +
            `INP p98 ${inpMs.toFixed(0)} ms of ${watched.interactions} interactions\n`,
        )
        await testInfo.attach('shifts', { body: parts.join('\n') })
        expect(shift, parts.join('; ')).toBeLessThan(BARS.shift)
        // On a machine that does other things too, an answer waits for those.
        if (IS_BENCH) expect(inpMs, watched.details.join('; ')).toBeLessThan(BARS.inpMs)
      },
    )
  }
})
