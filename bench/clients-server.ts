// The server of the clients benchmark: both sockets over the gateway, in a process of its own.
import type { AddressInfo } from 'node:net'
import { POLICY } from '#server/gateway/policy.ts'
import { twoSockets } from '#test/support/server/two-sockets.ts'
import { monotonicMs } from './figures.ts'

export type ServerCommand =
  | { readonly do: 'memory' }
  | { readonly do: 'pace'; readonly rounds: number; readonly everyMs: number }
  | { readonly do: 'stall'; readonly bytes: number; readonly everyMs: number; readonly patienceMs: number }

/** Heap with external memory, and the whole process, in bytes. */
export interface Memory {
  readonly heap: number
  readonly rss: number
}

export interface Paced {
  /** Publication time of each round, by its number from 1 on (index 0 is unused). */
  readonly sentAt: readonly number[]
  readonly cpuUs: number
  /** Longest time that the event loop did not get round, in milliseconds. */
  readonly longestTurnMs: number
  readonly slowReaders: number
}

export interface Stalled {
  readonly published: number
  /** Milliseconds from the first message to the end of the paused reader; undefined when it was still there. */
  readonly droppedAfterMs: number | undefined
  /** Peak memory of the process above its initial value, in bytes. */
  readonly peakBytes: number
  /** Memory still in use afterwards. */
  readonly cachedBytes: number
}

const sockets = twoSockets()
const reply = (value: object) => process.send?.(value)
const slowReaders = () => sockets.gateway.stats().dropped['slow-reader']

/** Current memory; recently released buffers may still count. */
function held(): Memory {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, rss }
}

/** Memory after everything released has been collected. */
async function memory(): Promise<Memory> {
  held()
  await new Promise((done) => setTimeout(done, 100))
  return held()
}

function pace(rounds: number, everyMs: number): Promise<Paced> {
  const sentAt: number[] = [0]
  const cpu = process.cpuUsage()
  let longestTurnMs = 0
  let turnedAt = monotonicMs()
  const watching = setInterval(() => {
    const at = monotonicMs()
    longestTurnMs = Math.max(longestTurnMs, at - turnedAt - 10)
    turnedAt = at
  }, 10)
  return new Promise((done) => {
    const timer = setInterval(() => {
      sentAt.push(monotonicMs())
      void sockets.publish()
      if (sentAt.length <= rounds) return
      clearInterval(timer)
      // Includes the remaining writes of the last round.
      setTimeout(() => {
        clearInterval(watching)
        const { user, system } = process.cpuUsage(cpu)
        done({ sentAt, cpuUs: user + system, longestTurnMs, slowReaders: slowReaders() })
      }, 1_000)
    }, everyMs)
  })
}

/** Large messages count on over all stalls. */
let stallSeq = 0

async function stall(bytes: number, everyMs: number, patienceMs: number): Promise<Stalled> {
  const data = 'x'.repeat(bytes)
  const before = (await memory()).heap
  const dropsBefore = slowReaders()
  const beganAt = monotonicMs()
  let published = 0
  let peakBytes = 0
  const droppedAfterMs = await new Promise<number | undefined>((done) => {
    const timer = setInterval(() => {
      published += 1
      stallSeq += 1
      sockets.publishOther({ type: 'Heartbeat', timestamp: Date.now(), seq: stallSeq, data })
      if (published % 10 === 0) peakBytes = Math.max(peakBytes, held().heap - before)
      const passed = monotonicMs() - beganAt
      const isDropped = slowReaders() > dropsBefore
      if (!isDropped && passed < patienceMs) return
      clearInterval(timer)
      done(isDropped ? passed : undefined)
    }, everyMs)
  })
  // A closing handshake that is not taken part in has its time, too.
  if (droppedAfterMs !== undefined) await new Promise((done) => setTimeout(done, POLICY.closeMs + 1_000))
  return { published, droppedAfterMs, peakBytes, cachedBytes: (await memory()).heap - before }
}

async function run(command: ServerCommand): Promise<object> {
  if (command.do === 'pace') return pace(command.rounds, command.everyMs)
  return command.do === 'stall' ? stall(command.bytes, command.everyMs, command.patienceMs) : memory()
}

process.on('message', (command: ServerCommand) => void run(command).then(reply))
sockets.server.listen(0, '127.0.0.1', () => reply({ port: (sockets.server.address() as AddressInfo).port }))
