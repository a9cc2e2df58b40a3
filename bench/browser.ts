// Shared by the benchmarks in a real browser: options, browser, clocks and heap.
import { chromium, type Browser, type CDPSession, type Page } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/browser.mjs'
import { percentile } from './figures.ts'

/** A number out of the command line: `--rounds=5`. */
export const option = (name: string, usual: number): number =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? usual)

export const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms)
  })

/** Fills in and sends the form of the sign-in page. */
export async function signIn(page: Page, origin: string, user: { email: string; password: string }): Promise<void> {
  await page.goto(`${origin}/signin`)
  await page.getByLabel(/e-?mail/i).fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/dashboard')
}

/** The Chromium of the tests; ends the process where there is none. */
export function launchChromium(...flags: string[]): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) {
    console.error('no Chromium found: set PAIRBOT_CHROMIUM to one')
    process.exit(1)
  }
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags] })
}

/** One of the page's performance metrics. */
export async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((entry) => entry.name === name)?.value ?? Number.NaN
}

/** Main thread time and heap of a page. Thread time rather than wall time, so that other programs do not count. */
export async function watchThread(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('HeapProfiler.enable')
  return {
    session,
    /** Milliseconds that the main thread has worked. */
    worked: async () => (await metric(session, 'TaskDuration')) * 1_000,
    /** Heap size in bytes after forced garbage collections; one may release what the next can free. */
    async heap() {
      for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage')
      return metric(session, 'JSHeapUsedSize')
    },
  }
}

/** Measurements of `watch.js` in one phase. */
export interface Watched {
  readonly durations: readonly number[]
  /** Each interaction in words, its milliseconds first. */
  readonly details: readonly string[]
  readonly interactions: number
  readonly frames: number
  readonly dropped: number
  /** Between two frames, the most; milliseconds. */
  readonly longest: number
  /** Frames that showed a new timestamp, with its age (ms) at the time. */
  readonly paints: number
  readonly ages: readonly number[]
  /** Every message's age (ms) when it, or a newer one in its place, was painted. */
  readonly waits: readonly number[]
}

/** Interactions that took less than the browser reports are counted as nothing. */
export function interactionsOf({ durations, interactions }: Watched): readonly number[] {
  const quick = Array.from({ length: Math.max(0, interactions - durations.length) }, () => 0)
  return [...quick, ...durations]
}

/** Time from interaction to next paint that 98 of 100 do not exceed, ms. */
export const inpOf = (watched: Watched): number =>
  percentile(
    interactionsOf(watched).toSorted((one, other) => one - other),
    0.98,
  )

/** Percent of the frames. */
export const droppedOf = ({ frames, dropped }: Pick<Watched, 'frames' | 'dropped'>): number =>
  (dropped / Math.max(1, frames + dropped)) * 100
