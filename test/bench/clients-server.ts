// The server of the clients benchmark: both sockets over the gateway, in a process of its own.
import type { AddressInfo } from 'node:net'
import { POLICY } from '#server/gateway/policy.ts'
import { twoSockets } from '#test/rig/two-sockets.ts'
import { monotonicMs } from './figures.ts'

export type ServerCommand =
  | { readonly do: 'memory' }
  | { readonly do: 'pace'; readonly rounds: number; readonly everyMs: number }
  | { readonly do: 'stall'; readonly bytes: number; readonly everyMs: number; readonly patienceMs: number }

/** Heap and what hangs off it, and all of the process, in bytes. */
export interface Memory {
  readonly heap: number
  readonly rss: number
}

export interface Paced {
  /** When each round was published, by its number from 1 on (0 stands for none). */
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
  /** The most that the process held above what it held before, in bytes. */
  readonly peakBytes: number
  /** What it still held afterwards. */
  readonly keptBytes: number
}

const { server, gateway, publish, publishOther } = twoSockets()
const reply = (value: object) => process.send?.(value)
const slowReaders = () => gateway.stats().dropped['slow-reader']

function memory(): Memory {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, rss }
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
      void publish()
      if (sentAt.length <= rounds) return
      clearInterval(timer)
      // What the last round still has to write counts, too.
      setTimeout(() => {
        clearInterval(watching)
        const { user, system } = process.cpuUsage(cpu)
        done({ sentAt, cpuUs: user + system, longestTurnMs, slowReaders: slowReaders() })
      }, 1_000)
    }, everyMs)
  })
}

function stall(bytes: number, everyMs: number, patienceMs: number): Promise<Stalled> {
  const data = 'x'.repeat(bytes)
  const before = memory().heap
  const dropsBefore = slowReaders()
  const beganAt = monotonicMs()
  let published = 0
  let peakBytes = 0
  return new Promise((done) => {
    const timer = setInterval(() => {
      published += 1
      publishOther({ type: 'Heartbeat', timestamp: Date.now(), seq: published, data })
      if (published % 10 === 0) peakBytes = Math.max(peakBytes, memory().heap - before)
      const passed = monotonicMs() - beganAt
      const isDropped = slowReaders() > dropsBefore
      if (!isDropped && passed < patienceMs) return
      clearInterval(timer)
      const droppedAfterMs = isDropped ? passed : undefined
      // A closing handshake that is not taken part in has its time, too.
      setTimeout(
        () => done({ published, droppedAfterMs, peakBytes, keptBytes: memory().heap - before }),
        POLICY.closeMs + 1_000,
      )
    }, everyMs)
  })
}

async function run(command: ServerCommand): Promise<object> {
  if (command.do === 'pace') return pace(command.rounds, command.everyMs)
  return command.do === 'stall' ? stall(command.bytes, command.everyMs, command.patienceMs) : memory()
}

process.on('message', (command: ServerCommand) => void run(command).then(reply))
server.listen(0, '127.0.0.1', () => reply({ port: (server.address() as AddressInfo).port }))
