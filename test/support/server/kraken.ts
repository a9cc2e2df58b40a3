import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Candle } from '#contract/candles.ts'

/** A scripted Kraken with the message formats of the real one. */
export interface FakeKraken {
  readonly ws: string
  readonly rest: string
  /** Rows that a subscription is answered with, per symbol; a symbol that is not in here is never answered. */
  readonly snapshots: Map<string, readonly Candle[]>
  /** Symbols whose subscription is rejected. */
  readonly refused: Set<string>
  /** REST replies per `pair interval` (`XBTUSD 1`): closed candles; the running one is added. */
  readonly history: Map<string, readonly Candle[]>
  /** Names of the pairs in its list. */
  listed: readonly string[]
  /** Error returned by REST instead of candles. */
  restError: string | undefined
  restStatus: number
  /** The exchange's clock in unix milliseconds; stamps every frame. */
  now: () => number
  /** `silent`: accepts connections and sends nothing. `closing`: closes each immediately. */
  behaviour: 'normal' | 'silent' | 'closing'
  /** Connections so far, and those that are open. */
  connections(): number
  open(): number
  /** Text frames it was sent. */
  readonly received: string[]
  readonly requests: URL[]
  /** Sends a frame to every client unchanged. */
  send(frame: string): void
  /** Rows of the running candle, one frame. */
  update(rows: Record<string, Candle>): void
  heartbeat(): void
  status(system: string): void
  /** Cuts every connection without a word. */
  drop(): void
  stop(): Promise<void>
}

const nanos = (ms: number) => new Date(ms).toISOString().replace('Z', '000000Z')

const rowOf = (symbol: string, { timestamp, open, high, low, close, volume }: Candle) => ({
  symbol,
  open,
  high,
  low,
  close,
  trades: 12,
  volume,
  vwap: close,
  interval_begin: nanos(timestamp * 1000),
  interval: 1,
  timestamp: new Date((timestamp + 60) * 1000).toISOString().replace('Z', '000Z'),
})

const restRow = ({ timestamp, open, high, low, close, volume }: Candle) => [
  timestamp,
  `${open}`,
  `${high}`,
  `${low}`,
  `${close}`,
  volume === 0 ? '0.0' : `${close}`,
  volume.toFixed(8),
  volume === 0 ? 0 : 12,
]

/** Kraken's own pair names, which REST responses use whatever name was requested. */
const OWN_NAMES: Record<string, string> = { XBTUSD: 'XXBTZUSD', ETHUSD: 'XETHZUSD', XRPUSD: 'XXRPZUSD' }

interface Subscription {
  method: string
  params: { channel: string; symbol: string[]; interval: number; snapshot: boolean }
  req_id: number
}

export async function startFakeKraken(): Promise<FakeKraken> {
  const sockets = new Set<WebSocket>()
  let connections = 0

  function ohlc(type: 'snapshot' | 'update', rows: Record<string, readonly Candle[]>): string {
    const data = Object.entries(rows).flatMap(([symbol, candles]) => candles.map((candle) => rowOf(symbol, candle)))
    return JSON.stringify({ channel: 'ohlc', type, timestamp: nanos(fake.now()), data })
  }
  // As text, because the number is above 2^53.
  const statusFrame = (system: string) =>
    `{"channel":"status","type":"update","data":[{"version":"2.0.10","system":"${system}","api_version":"v2","connection_id":15113583034416118705,"upcoming_maintenance":[],"emergency":[]}]}`

  function answer(socket: WebSocket, { method, params, req_id }: Subscription): void {
    if (method === 'ping')
      return socket.send(JSON.stringify({ method: 'pong', time_in: nanos(fake.now()), time_out: nanos(fake.now()) }))
    const times = { time_in: nanos(fake.now()), time_out: nanos(fake.now()) }
    for (const symbol of params.symbol) {
      const rows = fake.snapshots.get(symbol)
      if (fake.refused.has(symbol)) {
        const error = `Currency pair not supported ${symbol}`
        socket.send(JSON.stringify({ error, method, success: false, symbol, ...times }))
      } else if (rows) {
        const warnings = ['timestamp is deprecated, use interval_begin']
        const result = { channel: 'ohlc', interval: 1, snapshot: true, symbol, warnings }
        socket.send(JSON.stringify({ method, req_id, result, success: true, ...times }))
        socket.send(ohlc('snapshot', { [symbol]: rows }))
      }
    }
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://kraken')
    fake.requests.push(url)
    response.statusCode = fake.restStatus
    response.setHeader('content-type', 'application/json')
    if (fake.restError !== undefined) {
      response.end(JSON.stringify({ error: [fake.restError] }))
      return
    }
    if (url.pathname === '/0/public/Time') {
      response.end(JSON.stringify({ error: [], result: { unixtime: Math.floor(fake.now() / 1000), rfc1123: 'now' } }))
      return
    }
    if (url.pathname === '/0/public/AssetPairs') {
      const names = fake.listed.map((name) => [OWN_NAMES[name] ?? name, { altname: name }])
      response.end(JSON.stringify({ error: [], result: Object.fromEntries(names) }))
      return
    }
    const pair = url.searchParams.get('pair') ?? ''
    const rows = fake.history.get(`${pair} ${url.searchParams.get('interval')}`) ?? []
    const last = rows.at(-1)
    const running = last ? [restRow({ ...last, timestamp: last.timestamp + 60, high: 1e6 })] : []
    const result = { [OWN_NAMES[pair] ?? pair]: [...rows.map(restRow), ...running], last: last?.timestamp ?? 0 }
    response.end(JSON.stringify({ error: [], result }))
  }

  const http = createServer(serve)
  const server = new WebSocketServer({ server: http })
  server.on('connection', (socket) => {
    connections += 1
    if (fake.behaviour === 'closing') {
      socket.close(1013)
      return
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      fake.received.push(text)
      if (fake.behaviour === 'normal') answer(socket, JSON.parse(text) as Subscription)
    })
    if (fake.behaviour === 'normal') socket.send(statusFrame('online'))
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const { port } = http.address() as AddressInfo

  const fake: FakeKraken = {
    ws: `ws://127.0.0.1:${port}`,
    rest: `http://127.0.0.1:${port}`,
    snapshots: new Map(),
    refused: new Set(),
    history: new Map(),
    listed: [],
    restError: undefined,
    restStatus: 200,
    now: () => Date.now(),
    behaviour: 'normal',
    connections: () => connections,
    open: () => sockets.size,
    received: [],
    requests: [],
    send: (frame) => sockets.forEach((socket) => socket.send(frame)),
    update: (rows) =>
      fake.send(ohlc('update', Object.fromEntries(Object.entries(rows).map(([symbol, candle]) => [symbol, [candle]])))),
    heartbeat: () => fake.send('{"channel":"heartbeat"}'),
    status: (system) => fake.send(statusFrame(system)),
    drop: () => sockets.forEach((socket) => socket.terminate()),
    async stop() {
      fake.drop()
      server.close()
      http.closeAllConnections()
      await new Promise<void>((done) => http.close(() => done()))
    },
  }
  return fake
}
