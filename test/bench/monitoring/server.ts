import { createReadStream, existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
import { CONFIG_PATH, DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import { CONFIG, createBackend, json } from '#test/rig/identity-service.ts'
import { createFeed, type Feed } from './feed.ts'

const FOLDER = 'dist/client'
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/** As often as the gateway sends its batches. */
const BATCH_MS = 16

export interface BenchServer {
  readonly origin: string
  readonly feed: Feed
  /** Sends so many messages a second over the analytics socket until `stop`. */
  readonly start: (perSecond: number) => void
  readonly stop: () => void
  readonly close: () => void
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return parts.length === 0 ? undefined : Buffer.concat(parts).toString()
}

/** The built client with the services behind it scripted, and a socket that sends the feed. */
export async function startBenchServer(streams: number): Promise<BenchServer> {
  const feed = createFeed(streams)
  const backend = createBackend()
  backend.on(`GET ${DEFAULT_BASES.proxy}/api/streams`, () =>
    json(200, { streams: feed.total() < streams ? [] : feed.keys }),
  )

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    const { pathname } = new URL(url, 'http://bench')
    if (pathname === CONFIG_PATH) {
      response.end(JSON.stringify(CONFIG))
      return
    }
    if (pathname.startsWith('/api/')) {
      const headers = { authorization: request.headers.authorization ?? '' }
      const body = await bodyOf(request)
      const reply = await backend.fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
      return
    }
    const file = join(FOLDER, normalize(pathname))
    const path = extname(file) !== '' && existsSync(file) ? file : join(FOLDER, 'index.html')
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
    createReadStream(path).pipe(response)
  }
  const server = createServer((request, response) => void answer(request, response))

  const sockets = new Set<WebSocket>()
  const gateway = new WebSocketServer({ server })
  let connections = 0
  gateway.on('connection', (socket, request) => {
    connections += 1
    const connection_id = `bench-${connections}`
    socket.send(JSON.stringify({ type: 'ConnectionAck', timestamp: Date.now(), data: { connection_id } }))
    socket.on('message', (data) => {
      if (Buffer.isBuffer(data) && data.includes('"Heartbeat"'))
        socket.send(JSON.stringify({ type: 'Heartbeat', timestamp: Date.now(), connection_id }))
    })
    if (request.url?.startsWith(SOCKET_PATHS.analytics) !== true) return
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  let timer: NodeJS.Timeout | undefined
  await new Promise<void>((done) => server.listen(Number(process.env['PAIRBOT_BENCH_PORT'] ?? 0), '127.0.0.1', done))
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    feed,
    start(perSecond) {
      const began = performance.now()
      const before = feed.total()
      timer = setInterval(() => {
        const due = Math.floor(((performance.now() - began) / 1000) * perSecond) - (feed.total() - before)
        if (due <= 0) return
        const frame = feed.frame(due, Date.now())
        for (const socket of sockets) socket.send(frame)
      }, BATCH_MS)
    },
    stop: () => clearInterval(timer),
    close() {
      clearInterval(timer)
      for (const socket of gateway.clients) socket.terminate()
      server.close()
    },
  }
}
