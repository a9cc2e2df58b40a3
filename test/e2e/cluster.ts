import type { Page, WebSocket } from '@playwright/test'
import { SERVER_MESSAGES, type AnalyticsUpdate } from '#contract/messages.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import { makeCandleFolder } from '#test/support/data/candle-files.ts'
import { cleanEnvironment } from '#test/support/server/server.ts'
import type { Candle } from '#contract/candles.ts'
import { startCluster, type Cluster } from '../../scripts/cluster/cluster.ts'
import { test as base } from './fixtures.ts'

const START_S = Date.parse('2026-01-05T00:00:00Z') / 1_000
/** Four minutes of the recording pass in a second. */
const SPEED = 240

const priceAt = (minute: number) => 90_000 + 500 * Math.sin(minute / 40) + 60 * Math.sin(minute / 3)

const candleAt = (minute: number): Candle => {
  const [open, close] = [priceAt(minute), priceAt(minute + 1)]
  const [low, high] = [Math.min(open, close) - 5, Math.max(open, close) + 5]
  return { timestamp: START_S + minute * 60, open, high, low, close, volume: 3 + (minute % 5) }
}

/** The recording that the cluster replays, by time. */
export const RECORDING: ReadonlyMap<number, Candle> = new Map(
  Array.from({ length: 20_000 }, (_, minute) => candleAt(minute)).map((candle) => [candle.timestamp, candle]),
)

/** A cluster of one worker and two gateways behind a proxy, which the tests of one worker share. */
export const test = base.extend<object, { readonly cluster: Cluster }>({
  cluster: [
    // Playwright reads what a fixture needs from its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const candles = await makeCandleFolder()
      const replay = await candles.write('BTCUSD-1m.csv.gz', [...RECORDING.values()])
      const market = { PAIRBOT_MARKET: 'replay', PAIRBOT_REPLAY: replay, PAIRBOT_REPLAY_SPEED: String(SPEED) }
      const env = { ...cleanEnvironment(), ...market }
      const cluster = await startCluster({ workers: 1, gateways: 2, port: 0, env })
      await use(cluster)
      await cluster.stop()
      await candles.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** An entry of a stream, as a page received it. */
export interface Entry {
  readonly seq: number
  readonly id: string
  readonly epoch: string
}

/** What a page received over one connection: entries in their order, by stream. */
export interface Connection {
  readonly socket: WebSocket
  readonly entries: ReadonlyMap<string, readonly Entry[]>
}

function toUpdates(payload: string | Buffer): AnalyticsUpdate[] {
  const messages: unknown = JSON.parse(payload.toString())
  return [messages].flat().flatMap((message) => {
    const update = SERVER_MESSAGES.AnalyticsUpdate.safeParse(message)
    return update.success ? [update.data] : []
  })
}

function record(socket: WebSocket): Connection {
  const entries = new Map<string, Entry[]>()
  socket.on('framereceived', ({ payload }) => {
    for (const { seq, message_id: id, epoch = '', data } of toUpdates(payload)) {
      // Running values have no id.
      if (id === undefined || seq === undefined) continue
      const stream = data.stream_key ?? ''
      const before = entries.get(stream) ?? []
      before.push({ seq, id, epoch })
      entries.set(stream, before)
    }
  })
  return { socket, entries }
}

/** Records what a page receives of the analysis from now on; returns its connections. */
export function recordAnalysis(page: Page): readonly Connection[] {
  const connections: Connection[] = []
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).pathname === SOCKET_PATHS.analytics) connections.push(record(socket))
  })
  return connections
}

/** How many entries came over a connection. */
export const countOf = (connection: Connection | undefined): number =>
  [...(connection?.entries.values() ?? [])].reduce((sum, entries) => sum + entries.length, 0)

/** Every stream that any of the connections had. */
export const streamsOf = (connections: readonly Connection[]): string[] =>
  [...new Set(connections.flatMap(({ entries }) => [...entries.keys()]))].toSorted()

/**
 * The entries of a stream over all connections. The newest comes ahead with the acknowledgement; what was missed follows, the
 * newest again, and from there on each connection continues the one before it.
 */
export function continued(connections: readonly Connection[], stream: string): readonly Entry[] {
  const all: Entry[] = []
  for (const { entries } of connections) {
    const own = entries.get(stream) ?? []
    const last = all.at(-1)?.seq ?? -Infinity
    const next = own.findLastIndex(({ seq }) => seq === last + 1)
    all.push(...(next === -1 ? own.filter(({ seq }) => seq > last) : own.slice(next)))
  }
  return all
}
