// One server of the fan-out benchmark: bare TCP, the gateway, or `ws.send` per client, in a process of its own.
import { createServer as createHttpServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { NEVER, Subject } from 'rxjs'
import { WebSocketServer, type WebSocket } from 'ws'
import type { LiveUpdate } from '#contract/messages.ts'
import { createGateway } from '#server/gateway/gateway.ts'
import { WIRE_FORMATS } from '#server/gateway/framing/index.ts'
import type { Publication } from '#server/gateway/ports.ts'
import { systemTimers } from '#server/gateway/timers.ts'
import { access, testMarket } from '#test/support/server/gateway.ts'
import { VARIANTS, type Variant } from './fanout-variants.ts'

export type ServerCommand =
  | { readonly do: 'flood'; readonly ms: number }
  | { readonly do: 'round-done' }
  | { readonly do: 'pace'; readonly count: number; readonly everyMs: number }
  | { readonly do: 'memory' }

export type ServerReply =
  | { readonly port: number; readonly roundBytes: number }
  | { readonly cpuUs: number; readonly rounds: number }
  | { readonly sentAt: readonly number[] }
  | { readonly rss: number; readonly heap: number }

/** Rounds under way at once while flooding, so that the server never waits for the clients' answer. */
const WINDOW = 3

const variant = process.argv[2] as Variant
const { dialect = 'single', messagesPerRound } = VARIANTS[variant]
const STARTED_AT = Date.now()

/** One of a round. Every round is the same, deflated too, so that the clients can count rounds by bytes. */
const liveUpdate = (index = 0): LiveUpdate => ({
  type: 'LiveUpdate',
  timestamp: STARTED_AT + index,
  trading_pair: 'BTCUSD',
  timeframe: '1m',
  seq: 123_456,
  epoch: 'b3f1c2d4',
  data: {
    partial_candle: {
      timestamp: 1_700_000_040,
      open: 36_512.1,
      high: 36_540.9,
      low: 36_498.3,
      close: 36_520.1 + index / 2,
      volume: 12.345678 + index / 8,
      is_complete: false,
      trading_pair: 'BTCUSD',
      time_remaining_seconds: 20,
    },
    provenance: {
      market: 'kraken',
      exchange_time: STARTED_AT,
      received_at: STARTED_AT + index,
      published_at: STARTED_AT + index,
    },
  },
})

interface Fanout {
  readonly server: Server
  readonly broadcast: () => void
}

function rawServer(): Fanout {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay()
    socket.once('data', () => socket.write('hello'))
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  return {
    server,
    broadcast() {
      const frame = WIRE_FORMATS.single.own([JSON.stringify(liveUpdate())])
      for (const socket of sockets) socket.write(frame)
    },
  }
}

function wsServer(): Fanout {
  const sockets = new Set<WebSocket>()
  const server = createHttpServer()
  const upgrades = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false })
  upgrades.on('connection', (ws) => {
    sockets.add(ws)
    ws.on('error', () => {})
    ws.on('close', () => sockets.delete(ws))
  })
  return {
    server,
    broadcast() {
      const text = JSON.stringify(liveUpdate())
      for (const ws of sockets) ws.send(text)
    },
  }
}

function gatewayServer(): Fanout {
  const publications$ = new Subject<Publication>()
  const gateway = createGateway({
    access,
    accessEnded$: NEVER,
    market: testMarket,
    allowedOrigins: [],
    compress: true,
    endpoints: [{ path: '/ws/tdp', publications$, snapshot: () => [], streams: () => ({}) }],
    now: Date.now,
    random: Math.random,
    // No sweep: its clients only listen, and would be cut as silent when a run takes long.
    timers: { ...systemTimers, every: () => () => {} },
    limits: { connects: Infinity, socketsPerUser: Infinity, unverifiedPerAddress: Infinity },
  })
  const server = createHttpServer()
  gateway.attach(server)
  return {
    server,
    broadcast() {
      for (let index = 0; index < messagesPerRound; index += 1) {
        publications$.next({ stream: 'tdp:kraken:BTCUSD:candles:1m', delivery: 'lossless', message: liveUpdate(index) })
      }
    },
  }
}

const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6
const reply = (value: ServerReply) => process.send?.(value)
const { server, broadcast } = variant === 'raw' ? rawServer() : variant === 'ws.send' ? wsServer() : gatewayServer()
let onRoundDone = () => {}

function flood(ms: number) {
  const window = messagesPerRound > 1 ? 1 : WINDOW
  const cpu = process.cpuUsage()
  const end = monotonicMs() + ms
  let rounds = 0
  let done = 0
  onRoundDone = () => {
    done += 1
    if (monotonicMs() < end) {
      rounds += 1
      broadcast()
    } else if (done === rounds) {
      const { user, system } = process.cpuUsage(cpu)
      reply({ cpuUs: user + system, rounds })
    }
  }
  for (; rounds < window; rounds += 1) broadcast()
}

function pace(count: number, everyMs: number) {
  const sentAt: number[] = []
  const timer = setInterval(() => {
    sentAt.push(monotonicMs())
    broadcast()
    if (sentAt.length < count) return
    clearInterval(timer)
    setTimeout(() => reply({ sentAt }), 300)
  }, everyMs)
}

process.on('message', (command: ServerCommand) => {
  if (command.do === 'flood') flood(command.ms)
  else if (command.do === 'round-done') onRoundDone()
  else if (command.do === 'pace') pace(command.count, command.everyMs)
  else {
    globalThis.gc?.()
    // zlib releases its memory outside the heap one event loop turn after its objects.
    setImmediate(() => {
      globalThis.gc?.()
      const { rss, heapUsed, external } = process.memoryUsage()
      reply({ rss, heap: heapUsed + external })
    })
  }
})

/** Grows the young generation to its full size first; it would otherwise be attributed to the first connections. */
function stretchHeap() {
  let cached: unknown[] = []
  for (let index = 0; index < 3_000_000; index += 1) {
    if (index % 20_000 === 0) cached = []
    cached.push({ index })
  }
}

stretchHeap()
server.listen(0, '127.0.0.1', () => {
  const texts = Array.from({ length: messagesPerRound }, (_, index) => JSON.stringify(liveUpdate(index)))
  const frame = WIRE_FORMATS[dialect].shared(texts)
  reply({ port: (server.address() as AddressInfo).port, roundBytes: frame.length })
})
