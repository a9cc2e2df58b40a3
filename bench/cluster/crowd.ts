// The sockets of the cluster benchmark, in a process of their own: they check the order of what they get, and how old it is.
import type { WebSocket } from 'ws'
import { sumOf, type TallyResult } from '#test/support/server/tally.ts'
import { createAges } from './ages.ts'
import { createCandleReader } from './candles.ts'
import { createSequence, type Sequence } from './sequence.ts'
import { keepAlive, openSockets, type Places } from './sockets.ts'

export type CrowdCommand =
  | ({ readonly do: 'connect' } & Places)
  /** Counts deliveries and ages from now on. */
  | { readonly do: 'begin' }
  | { readonly do: 'end' }

export interface Connected {
  readonly seconds: number
}

export interface Account extends TallyResult {
  readonly seconds: number
  /** Candles that any socket got, from the first to the last of the window. */
  readonly published: number
  /** How many of these were closed ones, which are numbered. */
  readonly closedCandles: number
  readonly deliveries: number
  /** Running candles that a newer one replaced on the way to a socket. */
  readonly replaced: number
  readonly closedSockets: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** The text of a closed candle. */
  readonly sample: string | undefined
}

/** How long after the end a delivery still counts as not lost. */
const GRACE_MS = 3_000

const sequences: Sequence[] = []
const readCandle = createCandleReader()
let sockets: WebSocket[] = []
let closedSockets = 0
let newest = 0
let sample: string | undefined
let ages = createAges()
let beganAt: number | undefined
/** Deliveries in the window, by the candle's id. */
let deliveries = new Map<number, { readonly isClosed: boolean; count: number }>()

function listener(): (text: string) => void {
  const sequence = createSequence()
  sequences.push(sequence)
  return (text) => {
    const candle = readCandle(text)
    if (candle === undefined) return
    const { isClosed, id, seq, writtenAt } = candle
    if (isClosed) sequence.closed(seq, id)
    else sequence.running(id)
    if (isClosed && seq > newest) {
      newest = seq
      sample = text
    }
    if (beganAt === undefined) return
    ages.add(Date.now() - writtenAt)
    const counted = deliveries.get(id)
    if (counted) counted.count += 1
    else deliveries.set(id, { isClosed, count: 1 })
  }
}

async function connect(places: Places): Promise<Connected> {
  const startedAt = performance.now()
  sockets = await openSockets(places, listener)
  for (const ws of sockets) ws.on('close', () => void (closedSockets += 1))
  keepAlive(sockets)
  return { seconds: (performance.now() - startedAt) / 1_000 }
}

function begin(): object {
  ages = createAges()
  deliveries = new Map()
  beganAt = performance.now()
  return { begun: true }
}

async function end(): Promise<Account> {
  const until = newest
  const seconds = (performance.now() - (beganAt ?? Number.NaN)) / 1_000
  const lastId = Math.max(...deliveries.keys())
  await new Promise((done) => setTimeout(done, GRACE_MS))
  const ids = [...deliveries.keys()].filter((id) => id <= lastId)
  // The window may have begun in the middle of a broadcast.
  const firstId = Math.min(...ids)
  const counted = ids.filter((id) => id > firstId).flatMap((id) => deliveries.get(id) ?? [])
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  const running = counted.filter(({ isClosed }) => !isClosed)
  return {
    ...sumOf(sequences.map((sequence) => sequence.result(until))),
    seconds,
    published: counted.length,
    closedCandles: counted.length - running.length,
    deliveries: total,
    replaced: running.reduce((sum, { count }) => sum + sockets.length - count, 0),
    closedSockets,
    p50: ages.percentile(0.5),
    p99: ages.percentile(0.99),
    max: ages.percentile(1),
    sample,
  }
}

async function run(command: CrowdCommand): Promise<object> {
  if (command.do === 'connect') return connect(command)
  return command.do === 'begin' ? begin() : end()
}

process.on('message', (command: CrowdCommand) => {
  run(command).then(
    (value) => process.send?.(value),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
