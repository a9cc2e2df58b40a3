import WebSocket from 'ws'
import { referenceData } from '#test/support/data/reference.ts'
import { ADMIN, makeDataDir, removeDataDir, startServer, type RunningServer } from '#test/support/server/server.ts'
import { launchChromium, pause, watchThread, signIn } from '../browser.ts'
import type { GoalResult } from './report.ts'

const FILE = 'candles/BTCUSD-1m-2019-06.csv.gz'
const SPEED = 600
const HOUR_MS = 3_600_000
/** Until everything that is bounded has filled up, in replayed hours. */
const WARM_UP_HOURS = 4
const MOST_KB = 10

/** Slope of a line through points, and its standard error. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): readonly [slope: number, error: number] {
  const count = points.length
  const mean = (pick: 0 | 1) => points.reduce((sum, point) => sum + point[pick], 0) / count
  const [x0, y0] = [mean(0), mean(1)]
  const spread = points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0)
  const slope = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0) / spread
  const rest = points.reduce((sum, [x, y]) => sum + (y - y0 - slope * (x - x0)) ** 2, 0)
  return [slope, Math.sqrt(rest / Math.max(1, count - 2) / spread)]
}

/** Bytes of the server's heap after a forced collection, asked of its own inspector. */
async function serverHeap(server: RunningServer): Promise<() => Promise<number>> {
  const address = /Debugger listening on (ws:\S+)/.exec(server.output())?.[1]
  if (address === undefined) throw new Error('the server has no inspector')
  const socket = new WebSocket(address)
  await new Promise((done) => socket.once('open', done))
  let ids = 0
  const ask = (method: string) =>
    new Promise<unknown>((done) => {
      const id = (ids += 1)
      const onMessage = (data: WebSocket.RawData) => {
        const reply = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '{}') as { id?: number; result?: unknown }
        if (reply.id !== id) return
        socket.off('message', onMessage)
        done(reply.result)
      }
      socket.on('message', onMessage)
      socket.send(JSON.stringify({ id, method }))
    })
  return async () => {
    await ask('HeapProfiler.collectGarbage')
    return ((await ask('Runtime.getHeapUsage')) as { usedSize: number }).usedSize
  }
}

function toResult(what: string, points: readonly (readonly [number, number])[]): GoalResult {
  const [slope, error] = slopeOf(points)
  const isFlat = slope - 2 * error <= MOST_KB
  return {
    bar: '-',
    what: `${what}, ${points.length} samples, ${((points.at(-1)?.[1] ?? 0) / 1_000).toFixed(1)} MB at the end`,
    goal: `<= ${MOST_KB} kB per replayed hour`,
    measured: `${slope.toFixed(1)} ±${(2 * error).toFixed(1)} kB`,
    result: slope <= MOST_KB ? 'met' : isFlat ? 'missed within the spread' : 'MISSED',
  }
}

/** Heap of the real page, and of the real server, once a replayed hour at 600x the pace, with slopes and their 95 %. */
export async function measureMemory(hours: number): Promise<GoalResult[]> {
  const file = referenceData(FILE)
  if (file === undefined) {
    console.log('memory: skipped, no recorded candles (PAIRBOT_REFERENCE_DATA)')
    return []
  }
  const dataDir = await makeDataDir()
  const env = {
    PAIRBOT_MARKET: 'replay',
    PAIRBOT_REPLAY: file,
    PAIRBOT_REPLAY_SPEED: String(SPEED),
    NODE_OPTIONS: '--inspect=127.0.0.1:0',
  }
  const server = await startServer({ dataDir, env, node: process.execPath })
  const browser = await launchChromium()
  try {
    const ofServer = await serverHeap(server)
    const page = await browser.newPage({ viewport: { width: 1_920, height: 1_440 } })
    await signIn(page, server.origin, ADMIN)
    await page.locator('section[data-state="ready"] h3').nth(4).waitFor({ timeout: 60_000 })
    const thread = await watchThread(page)
    const began = performance.now()
    const samples: { readonly hour: number; readonly page: number; readonly server: number }[] = []
    for (let hour = 1; hour <= hours + WARM_UP_HOURS; hour += 0.5) {
      await pause(began + (hour * HOUR_MS) / SPEED - performance.now())
      const sample = { hour, page: (await thread.heap()) / 1_000, server: (await ofServer()) / 1_000 }
      if (hour > WARM_UP_HOURS) samples.push(sample)
      console.error(`hour ${hour}: page ${sample.page.toFixed(0)} kB, server ${sample.server.toFixed(0)} kB`)
    }
    return [
      toResult(
        'page',
        samples.map(({ hour, page: kB }) => [hour, kB] as const),
      ),
      toResult(
        'server',
        samples.map(({ hour, server: kB }) => [hour, kB] as const),
      ),
    ]
  } finally {
    await browser.close()
    await server.stop()
    await removeDataDir(dataDir)
  }
}
