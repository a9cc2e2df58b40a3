// Prints every new analysis of a pair, across lost connections: `npx tsx examples/follow-analysis.ts BTCUSD`.
import { pathToFileURL } from 'node:url'
import WebSocket from 'ws'
import * as z from 'zod/mini'
import type { ClientMessage } from '#contract/client-messages.ts'
import { SERVER_MESSAGES, type AnalyticsUpdate, type ServerMessage } from '#contract/messages.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import { clientFromEnvironment, type Client } from './client.ts'

const messageSchema = z.discriminatedUnion('type', [
  SERVER_MESSAGES.ConnectionAck,
  SERVER_MESSAGES.Heartbeat,
  SERVER_MESSAGES.LiveUpdate,
  SERVER_MESSAGES.MarketOverview,
  SERVER_MESSAGES.SystemStatus,
  SERVER_MESSAGES.AnalyticsUpdate,
])

/** How a lost connection is tried again: 1, 2, 4, 8 and then every 15 seconds, up to a half more by chance, as all clients of a server lose it at once. */
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000]
/** A server that promises idle heartbeats and has sent nothing for so many of them does not respond. */
const MISSED_HEARTBEATS = 3

interface Position {
  readonly id: string
  readonly seq: number
}

/** What has been received of each stream, to resume from and to recognise what comes twice. */
class Positions {
  private epoch = ''
  private readonly streams = new Map<string, Position>()
  private isResuming = false

  /** The request for what was missed; undefined on the first connection. */
  resumption(connectionId: string): ClientMessage | undefined {
    this.isResuming = this.streams.size > 0
    if (!this.isResuming) return undefined
    const ids = Object.fromEntries([...this.streams].map(([key, { id }]) => [key, id]))
    return { type: 'Resume', timestamp: Date.now(), connection_id: connectionId, epoch: this.epoch, last_ids: ids }
  }

  /** The gap cannot be filled: what comes next counts. */
  accept(): void {
    this.isResuming = false
  }

  /** Whether an update is the next of its stream. Running candles have no id and are not. */
  isNext({ message_id: id, seq, epoch = '', data: { stream_key: key } }: AnalyticsUpdate): boolean {
    if (id === undefined || seq === undefined || key === undefined) return false
    if (epoch !== this.epoch) this.streams.clear()
    this.epoch = epoch
    const last = this.streams.get(key)
    if (last && seq <= last.seq) return false
    // Sent with the acknowledgement, ahead of what was missed, which comes next and ends with it.
    if (last && this.isResuming && seq > last.seq + 1) return false
    this.streams.set(key, { id, seq })
    return true
  }
}

/** What to follow, until when, and who receives it. `connect` opens a socket, as `ws` does by default. */
export interface FollowOptions {
  readonly pair: string
  readonly signal: AbortSignal
  readonly onUpdate: (update: AnalyticsUpdate) => void
  readonly connect?: (address: string) => WebSocket
}

/** Follows the analysis of a pair until the signal: each entry of each stream once and in order. */
export async function followAnalysis(client: Client, options: FollowOptions): Promise<void> {
  const { signal, connect = (address) => new WebSocket(address) } = options
  const positions = new Positions()
  let failures = 0
  while (!signal.aborted) {
    try {
      const socket = connect(client.socketAddress('analytics'))
      await receive(socket, positions, options, () => (failures = 0))
    } catch (error) {
      process.stderr.write(`${String(error)}\n`)
    }
    const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0
    failures += 1
    if (!signal.aborted) await new Promise((done) => setTimeout(done, wait * (1 + Math.random() / 2)))
  }
}

/** Handles one connection until it ends. */
function receive(
  socket: WebSocket,
  positions: Positions,
  { pair, signal, onUpdate }: FollowOptions,
  onConnected: () => void,
): Promise<void> {
  let heartbeat: NodeJS.Timeout | undefined
  let silence: NodeJS.Timeout | undefined
  const send = (message: ClientMessage) => socket.send(JSON.stringify(message))

  function handle(message: ServerMessage) {
    if (message.type === 'ConnectionAck') {
      onConnected()
      const { connection_id: id, heartbeat_interval_ms: everyMs = 30_000, idle_heartbeat_ms: idleMs } = message.data
      if (idleMs !== undefined) silence = setTimeout(() => socket.terminate(), MISSED_HEARTBEATS * idleMs)
      const resumption = positions.resumption(id)
      if (resumption) send(resumption)
      heartbeat = setInterval(() => send({ type: 'Heartbeat', timestamp: Date.now(), connection_id: id }), everyMs)
    } else if (message.type === 'SystemStatus') {
      if (message.data.message === 'discontinuity') positions.accept()
    } else if (message.type === 'AnalyticsUpdate') {
      if (positions.isNext(message) && pairOfKey(message.data.stream_key ?? '') === pair) onUpdate(message)
    }
  }

  return new Promise((done, fail) => {
    const stop = () => socket.close()
    signal.addEventListener('abort', stop)
    socket.on('message', (data) => {
      silence?.refresh()
      const message = messageSchema.safeParse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))
      if (message.success) handle(message.data)
    })
    socket.on('error', fail)
    socket.on('close', () => {
      clearInterval(heartbeat)
      clearTimeout(silence)
      signal.removeEventListener('abort', stop)
      done()
    })
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  await followAnalysis(clientFromEnvironment(), {
    pair: process.argv[2] ?? 'BTCUSD',
    signal: stopping.signal,
    onUpdate: ({ timestamp, seq, data }) =>
      process.stdout.write(`${new Date(timestamp).toISOString()} ${data.stream_key ?? ''} ${seq ?? ''}\n`),
  })
}
