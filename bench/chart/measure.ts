import type { Browser, CDPSession } from 'playwright'
import { metric, pause } from '../browser.ts'

/** Measurements of one contender in one round: ms of main thread per update or move, including the empty page's share. */
export interface Round {
  /** ms on the wall, and of the main thread, from data in hand to the first painted frame. */
  readonly firstPaint: number
  readonly firstPaintMain: number
  readonly heapMb: number
  readonly live: boolean
  readonly updates: Readonly<Record<number, Phase>>
  readonly crosshair: Phase
  readonly pan: Phase
  /** ms from the candles of another pair or timeframe to their first painted frame; 0 where it is not measured. */
  readonly change: number
}

export interface Phase {
  /** Updates or moves. */
  readonly count: number
  readonly seconds: number
  /** ms of the page's main thread. */
  readonly mainMs: number
  /** ms of renderer and GPU process, raster included. */
  readonly cpuMs: number
  readonly frames: number
  readonly dropped: number
}

interface Stopped {
  readonly updates: number
  readonly frames: number
  readonly dropped: number
}

declare global {
  interface Window {
    bench: {
      firstPaint(): Promise<number>
      start(perSecond: number): void
      stop(): Stopped
      change(): Promise<number>
      jolt(): Promise<void>
    }
  }
}

export const RATES = [10, 60, 200] as const
const MOVES_PER_SECOND = 60
const WARM_UP_MS = 300

async function processMs(browser: CDPSession): Promise<number> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
  const painting = processInfo.filter(({ type }) => type === 'renderer' || type.toLowerCase().includes('gpu'))
  return painting.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
}

/** Moves the mouse sixty times a second along a course; returns the number of moves. */
async function moveMouse(
  page: CDPSession,
  seconds: number,
  buttons: number,
  at: (i: number) => number,
): Promise<number> {
  const began = performance.now()
  let moves = 0
  for (; moves < seconds * MOVES_PER_SECOND; moves++) {
    const due = began + (moves * 1000) / MOVES_PER_SECOND - performance.now()
    if (due > 1) await pause(due)
    const button = buttons === 1 ? 'left' : 'none'
    const place = { x: at(moves), y: 180 + (moves % 60), button, buttons } as const
    await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place })
  }
  return moves
}

/** A triangle wave over the middle of the chart, so that moves go both ways. */
const wave = (i: number) => 300 + 4 * Math.abs((i % 100) - 50)

/** Loads one page, puts it through every phase, and closes it. */
export async function measure(browser: Browser, url: string, seconds: number): Promise<Round> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 620 } })
  const page = await context.newPage()
  await page.addInitScript({ path: 'bench/chart/driver.js' })
  page.on('pageerror', (error) => console.error(`${url}: ${error.message}`))
  await page.goto(url, { waitUntil: 'load' })
  const session = await context.newCDPSession(page)
  const machine = await browser.newBrowserCDPSession()
  // Thread time rather than wall time, so that other programs do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('HeapProfiler.enable')
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await metric(session, 'JSHeapUsedSize')) / 1e6
  }

  async function phase(rate: number, act: () => Promise<number>): Promise<Phase> {
    await pause(WARM_UP_MS)
    await page.evaluate((perSecond) => window.bench.start(perSecond), rate)
    const [began, main, cpu] = [performance.now(), await metric(session, 'TaskDuration'), await processMs(machine)]
    const acted = await act()
    const [mainAfter, cpuAfter, took] = [
      await metric(session, 'TaskDuration'),
      await processMs(machine),
      performance.now() - began,
    ]
    const { updates, frames, dropped } = await page.evaluate(() => window.bench.stop())
    const figures = { seconds: took / 1000, mainMs: (mainAfter - main) * 1000, cpuMs: cpuAfter - cpu }
    return { count: rate === 0 ? acted : updates, ...figures, frames, dropped }
  }

  const before = await heap()
  const idle = await metric(session, 'TaskDuration')
  const firstPaint = await page.evaluate(() => window.bench.firstPaint())
  const firstPaintMain = ((await metric(session, 'TaskDuration')) - idle) * 1000
  const shot = () => page.screenshot({ clip: { x: 500, y: 0, width: 500, height: 470 } })
  const still = await shot()
  await page.evaluate(() => window.bench.jolt())
  const live = !still.equals(await shot())

  const updates: Record<number, Phase> = {}
  for (const rate of RATES) {
    updates[rate] = await phase(rate, () => pause(seconds * 1000).then(() => 0))
  }
  await page.mouse.move(300, 180)
  const crosshair = await phase(0, () => moveMouse(session, seconds, 0, wave))
  await page.mouse.move(300, 180)
  await page.mouse.down()
  const pan = await phase(0, () => moveMouse(session, seconds, 1, wave))
  await page.mouse.up()
  const heapMb = (await heap()) - before
  const change = await page.evaluate(() => window.bench.change())
  await context.close()
  return { firstPaint, firstPaintMain, heapMb, live, updates, crosshair, pan, change }
}
