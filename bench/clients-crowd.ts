// The readers of the clients benchmark: real WebSocket clients in their own process that record what they receive.
import { WebSocket } from 'ws'
import { createTally, seqsIn, sumOf, type TallyResult, type Tally } from '#test/support/server/tally.ts'
import { monotonicMs, percentile } from './figures.ts'

export type CrowdCommand =
  | { readonly do: 'connect'; readonly port: number; readonly path: string; readonly count: number }
  | { readonly do: 'pause'; readonly port: number; readonly path: string }
  | { readonly do: 'account'; readonly published: number; readonly sentAt: readonly number[] | undefined }
  | { readonly do: 'leave' }

export interface Account extends TallyResult {
  readonly readers: number
  readonly closed: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

interface Reader {
  readonly ws: WebSocket
  readonly tally: Tally
}

/** Few enough at once for the listen queue. */
const AT_ONCE = 50
/** A paused reader answers the first ping before, as one that froze in the middle of its work would have. */
const BEFORE_PAUSE_MS = 500

let readers: Reader[] = []
let paused: WebSocket[] = []
let closed = 0
/** Arrivals by number. */
let arrivals: number[][] = []

function open(port: number, path: string, batch: boolean, onFrame: (frame: string) => void): Promise<WebSocket> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}?token=ann:s1${batch ? '&batch=1' : ''}`)
  return new Promise((done, failed) => {
    ws.on('error', failed)
    ws.on('close', () => void (closed += 1))
    ws.once('message', () => done(ws))
    ws.on('message', (data: Buffer) => onFrame(data.toString('latin1')))
  })
}

async function connectReader(port: number, path: string, batch: boolean): Promise<void> {
  const tally = createTally()
  const ws = await open(port, path, batch, (frame) => {
    const at = monotonicMs()
    for (const seq of seqsIn(frame)) {
      tally.record(seq)
      const times = (arrivals[seq] ??= [])
      times.push(at)
    }
  })
  readers.push({ ws, tally })
}

async function connectAll(port: number, path: string, count: number): Promise<void> {
  for (let first = 0; first < count; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, n) => n)
    await Promise.all(some.map((n) => connectReader(port, path, n % 2 === 0)))
  }
}

async function pause(port: number, path: string): Promise<void> {
  const ws = await open(port, path, false, () => {})
  await new Promise((done) => setTimeout(done, BEFORE_PAUSE_MS))
  ws.pause()
  paused.push(ws)
}

function account(published: number, sentAt: readonly number[] | undefined): Account {
  const late = Float64Array.from(
    arrivals.flatMap((times, seq) => times.map((at) => at - (sentAt?.[seq] ?? NaN))),
  ).sort()
  return {
    ...sumOf(readers.map(({ tally }) => tally.result(published))),
    readers: readers.length,
    closed,
    p50: percentile(late, 0.5),
    p99: percentile(late, 0.99),
    max: percentile(late, 1),
  }
}

function leave(): void {
  for (const ws of [...readers.map((reader) => reader.ws), ...paused]) ws.terminate()
  readers = []
  paused = []
  arrivals = []
}

async function run(command: CrowdCommand): Promise<object> {
  if (command.do === 'connect') await connectAll(command.port, command.path, command.count)
  else if (command.do === 'pause') await pause(command.port, command.path)
  else if (command.do === 'account') return account(command.published, command.sentAt)
  else {
    leave()
    // Their ends are of our own making.
    await new Promise((done) => setTimeout(done, BEFORE_PAUSE_MS))
    closed = 0
  }
  return { done: true }
}

process.on('message', (command: CrowdCommand) => void run(command).then((value) => process.send?.(value)))
