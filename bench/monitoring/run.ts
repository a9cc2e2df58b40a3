// The System Monitoring screen with 1,000 streams at 2,000 messages a second over a real socket, during user interaction:
// `npm run bench:monitoring [-- --seconds=20 --streams=1000 --rate=2000]`. Needs a build. Prints interaction to next
// paint, dropped frames, and whether every number was correct at the end; fails if one was not.
import { loadavg } from 'node:os'
import type { Page } from 'playwright'
import { SIGN_IN } from '#test/support/client/identity-service.ts'
import { droppedOf, inpOf, launchChromium, option, signIn, type Watched } from '../browser.ts'
import { checkFigures } from './check.ts'
import { startBenchServer } from './server.ts'
import { useScreen } from './use.ts'

const SECONDS = option('seconds', 20)
const STREAMS = option('streams', 1_000)
const RATE = option('rate', 2_000)
const BARS = { inpMs: 100, droppedPercent: 5 }

async function watch(page: Page, work: () => Promise<void>): Promise<Watched> {
  await page.evaluate('watch.start()')
  await work()
  return page.evaluate('watch.stop()')
}

const server = await startBenchServer(STREAMS)
const browser = await launchChromium()
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.addInitScript({ path: 'bench/watch.js' })
  await signIn(page, server.origin, SIGN_IN)
  await page.getByRole('link', { name: 'Monitoring' }).click()
  await page.getByText('No streams yet').first().waitFor()

  // the machine by itself: the same screen, and nothing comes
  const idle = await watch(page, () => page.waitForTimeout(3_000))
  server.start(RATE)
  await page.getByText(`${STREAMS.toLocaleString('en-US')} of ${STREAMS.toLocaleString('en-US')} shown`).waitFor()
  const still = await watch(page, () => page.waitForTimeout(5_000))
  const used = await watch(page, () => useScreen(page, SECONDS))
  server.stop()
  const quiet = await watch(page, () => useScreen(page, SECONDS / 2))
  const { wrong, checked } = await checkFigures(page, server.feed)

  const inp = inpOf(used)
  const slowest = used.details.toSorted((a, b) => Number.parseFloat(b) - Number.parseFloat(a)).slice(0, 5)
  const result = (value: number, bar: number) => (value <= bar ? 'met' : 'MISSED')
  console.log(
    `\n${STREAMS} streams, ${RATE} messages/s, ${server.feed.total()} messages; load of the machine ${loadavg()[0]?.toFixed(1)}\n`,
  )
  console.table({
    'INP p98 ms': { value: inp.toFixed(0), bar: BARS.inpMs, '': result(inp, BARS.inpMs) },
    'INP p98 ms without messages': { value: inpOf(quiet).toFixed(0) },
    interactions: { value: used.interactions },
    'frames dropped in use %': {
      value: droppedOf(used).toFixed(1),
      bar: BARS.droppedPercent,
      '': result(droppedOf(used), BARS.droppedPercent),
    },
    'frames dropped untouched %': { value: droppedOf(still).toFixed(1) },
    'frames dropped in use without messages %': { value: droppedOf(quiet).toFixed(1) },
    'frames dropped untouched without messages %': { value: droppedOf(idle).toFixed(1) },
    'figures checked': { value: checked, '': wrong.length === 0 ? 'all right' : `${wrong.length} WRONG` },
  })
  console.log(`Slowest interactions:\n${slowest.join('\n')}`)
  for (const each of wrong.slice(0, 10)) console.error(each)
  if (wrong.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  server.close()
}
