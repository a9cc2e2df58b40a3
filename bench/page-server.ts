import { createReadStream, existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
import * as SERVICE from '#contract/endpoints/service.ts'
import { CONFIG, type createBackend } from '#test/support/client/identity-service.ts'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/** As often as the gateway sends its batches. */
export const BATCH_MS = 16

export interface PageServerOptions {
  /** Folders with built pages, in order of priority. Unknown paths return the first one's `index.html`. */
  readonly folders: readonly string[]
  /** Handles requests below `/api`. */
  readonly backend: ReturnType<typeof createBackend>
  /** A socket was opened and acknowledged. */
  readonly onSocket: (socket: WebSocket, path: string) => void
  /** Further fields of an acknowledgement besides its number. */
  readonly acknowledgement?: () => object
}

export interface PageServer {
  readonly origin: string
  readonly close: () => void
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return parts.length === 0 ? undefined : Buffer.concat(parts).toString()
}

/** The built client with scripted services, and sockets that are acknowledged and cached alive. */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const { folders, backend, onSocket, acknowledgement = () => ({}) } = options

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    const { pathname } = new URL(url, 'http://bench')
    if (pathname === SERVICE.config.path) {
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
    const files = folders.map((folder) => join(folder, normalize(pathname)))
    const path = files.find((file) => extname(file) !== '' && existsSync(file)) ?? join(folders[0] ?? '', 'index.html')
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
    createReadStream(path).pipe(response)
  }
  const server = createServer((request, response) => void answer(request, response))

  const gateway = new WebSocketServer({ server })
  let connections = 0
  gateway.on('connection', (socket, request) => {
    connections += 1
    const data = { connection_id: `bench-${connections}`, ...acknowledgement() }
    socket.send(JSON.stringify({ type: 'ConnectionAck', timestamp: Date.now(), data }))
    socket.on('message', (text) => {
      if (Buffer.isBuffer(text) && text.includes('"Heartbeat"'))
        socket.send(JSON.stringify({ type: 'Heartbeat', timestamp: Date.now(), connection_id: data.connection_id }))
    })
    onSocket(socket, new URL(request.url ?? '/', 'http://bench').pathname)
  })

  await new Promise<void>((done) => server.listen(Number(process.env['PAIRBOT_BENCH_PORT'] ?? 0), '127.0.0.1', done))
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close() {
      for (const socket of gateway.clients) socket.terminate()
      server.close()
      server.closeAllConnections()
    },
  }
}
