import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { Subject } from 'rxjs'
import * as z from 'zod/mini'
import { type Bus, type BusEvent, busEventSchema } from './ports.ts'

/** A connection that listens on the channel. */
interface BusConnection {
  /** Resolves when the server has taken the message over. */
  send(text: string): Promise<void>
  /** Ends the connection at once; `onLost` is not called for it. */
  destroy(): void
}

/** Opens a connection that listens. `onLost` is called at most once, when it ends by itself. */
export type OpenConnection = (handlers: {
  readonly onText: (text: string) => void
  readonly onLost: (error: Error | undefined) => void
}) => Promise<BusConnection>

/** All processes on one database share it: notifications stay within the database. */
const CHANNEL = 'pairbot'
const WAIT_MS = 5_000

/** Connections to a PostgreSQL server, apart from its pool: a pooled one would be lent to others and stop listening. */
const listeningOn =
  (url: string): OpenConnection =>
  async ({ onText, onLost }) => {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: WAIT_MS,
      query_timeout: WAIT_MS,
      keepAlive: true,
      application_name: 'pairbot bus',
    })
    let isOver = false
    const lose = (error?: Error) => {
      if (isOver) return
      isOver = true
      onLost(error)
    }
    client.on('error', lose)
    client.on('end', () => lose())
    client.on('notification', ({ payload }) => onText(payload ?? ''))
    function destroy() {
      isOver = true
      // A server that does not respond would not answer a farewell either.
      void client.end().catch(() => undefined)
      client.connection.stream.destroy()
    }
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      destroy()
      throw error
    }
    return {
      send: async (text) => void (await client.query('select pg_notify($1, $2)', [CHANNEL, text])),
      destroy,
    }
  }

/** A message on the channel: an event, or the number of a ping to itself. */
const messageSchema = z.union([
  z.object({ from: z.string(), event: busEventSchema }),
  z.object({ from: z.string(), ping: z.number() }),
])
type BusMessage = z.infer<typeof messageSchema>

/** Undefined for what another version of the program may have sent. */
function parseMessage(text: string): BusMessage | undefined {
  try {
    const result = z.safeParse(messageSchema, JSON.parse(text))
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}

export interface PostgresqlBusDeps {
  readonly open: OpenConnection
  /** Monotonic clock, in milliseconds. */
  readonly clock: () => number
  /** 0 to 1. */
  readonly random: () => number
  /** Runs `run` after `ms`; returns a function that cancels it. */
  readonly after?: (ms: number, run: () => void) => () => void
  /** Called when the connection is lost or cannot be established. */
  readonly report: (error: unknown) => void
}

const RETRY = { firstMs: 100, maxMs: 5_000 } as const
/** How often the latency is measured; a ping that has not come back by the next one means that the connection is dead. */
const PING_MS = 5_000
/** Events that wait for a connection; of more, the oldest are dropped and found by the others when they look. */
const MAX_WAITING = 1_000

function schedule(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

/** Milliseconds before the next attempt: doubling up to a limit, each half fixed and half random. */
export const retryDelay = (failures: number, random: number): number =>
  Math.min(RETRY.firstMs * 2 ** failures, RETRY.maxMs) * (0.5 + random / 2)

/** A bus over LISTEN and NOTIFY on a connection of its own, which is established again whenever it is lost. */
export function createPostgresqlBus({ open, clock, random, after = schedule, report }: PostgresqlBusDeps): Bus {
  /** Marks the messages of this process. */
  const self = randomUUID()
  const events$ = new Subject<BusEvent>()
  const connected$ = new Subject<void>()
  let connection: BusConnection | undefined
  let waiting: BusEvent[] = []
  let ping: { readonly id: number; readonly sentAt: number } | undefined
  let pings = 0
  let latencyMs: number | null = null
  let connections = 0
  let failures = 0
  let isClosed = false
  let cancel = () => {}

  const send = (message: BusMessage) => connection?.send(JSON.stringify(message))

  function onText(text: string): void {
    const message = parseMessage(text)
    if (message === undefined) return
    if ('event' in message) {
      if (message.from !== self) events$.next(message.event)
    } else if (message.from === self && message.ping === ping?.id) {
      latencyMs = clock() - ping.sentAt
      ping = undefined
    }
  }

  function lose(error: unknown): void {
    connection?.destroy()
    connection = undefined
    ping = undefined
    latencyMs = null
    cancel()
    if (isClosed) return
    // Once for each outage, however many attempts it takes.
    if (failures === 0) report(error ?? new Error('The connection ended'))
    cancel = after(retryDelay(failures, random()), () => void connect())
    failures += 1
  }

  /** Losing an established connection also rejects its queries; only the first of them starts anew. */
  const loseIfCurrent = (lost: BusConnection) => (error: unknown) => {
    if (connection === lost) lose(error)
  }

  async function flush(current: BusConnection): Promise<void> {
    const [event] = waiting
    if (event === undefined || connection !== current) return
    await send({ from: self, event })
    // The oldest may have been dropped meanwhile, this one included.
    waiting = waiting.filter((other) => other !== event)
    await flush(current)
  }
  let flushing = Promise.resolve()
  function flushLater(current: BusConnection): void {
    flushing = flushing.then(() => flush(current)).catch(loseIfCurrent(current))
  }

  function measure(current: BusConnection): void {
    if (connection !== current) return
    if (ping) {
      lose(new Error('The connection does not respond'))
      return
    }
    pings += 1
    ping = { id: pings, sentAt: clock() }
    send({ from: self, ping: pings })?.catch(loseIfCurrent(current))
    cancel = after(PING_MS, () => measure(current))
  }

  async function connect(): Promise<void> {
    let isLost = false
    let opened: BusConnection | undefined
    try {
      opened = await open({
        onText,
        onLost(error) {
          isLost = true
          if (opened !== undefined && connection === opened) lose(error)
        },
      })
      if (isClosed || isLost) {
        opened.destroy()
        if (!isClosed) lose(undefined)
        return
      }
      connection = opened
      failures = 0
      connections += 1
      measure(opened)
      flushLater(opened)
      connected$.next()
    } catch (error) {
      lose(error)
    }
  }

  void connect()
  return {
    isShared: true,
    publish(event) {
      if (isClosed) return
      waiting = [...waiting, event].slice(-MAX_WAITING)
      if (connection) flushLater(connection)
    },
    events$: events$.asObservable(),
    connected$: connected$.asObservable(),
    state: () => ({
      status: connection ? 'connected' : 'disconnected',
      latencyMs,
      reconnects: Math.max(0, connections - 1),
    }),
    async close() {
      await flushing
      isClosed = true
      lose(undefined)
      events$.complete()
      connected$.complete()
    },
  }
}

/** The bus of the processes on a PostgreSQL database. */
export const openPostgresqlBus = (url: string, deps: Omit<PostgresqlBusDeps, 'open'>): Bus =>
  createPostgresqlBus({ ...deps, open: listeningOn(url) })
