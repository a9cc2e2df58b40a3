import type { Browser } from 'playwright'

/** One first load with an empty cache. Times in ms from the navigation's start. */
export interface Load {
  readonly fcp: number
  readonly lcp: number
  /** Paths of the scripts that were asked for until nothing more came. */
  readonly scripts: readonly string[]
}

const SETTLE_MS = 1_500

/** Loads a page on a processor that is `slowdown` times as slow, in a context of its own. */
export async function load(browser: Browser, address: string, slowdown: number): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  // The resource fetched last is painted afterwards.
  await page.waitForTimeout(SETTLE_MS)
  const paints = await page.evaluate(
    () =>
      new Promise<{ fcp: number; lcp: number }>((done) => {
        new PerformanceObserver((list) => {
          const [first] = performance.getEntriesByName('first-contentful-paint')
          done({ fcp: first?.startTime ?? Number.NaN, lcp: list.getEntries().at(-1)?.startTime ?? Number.NaN })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  await context.close()
  return { ...paints, scripts: [...scripts] }
}
