import type { WebSocket } from 'ws'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import { createBackend, json } from '#test/support/client/identity-service.ts'
import { BATCH_MS, startPageServer } from '../page-server.ts'
import { createFeed, type Feed } from './feed.ts'

export interface BenchServer {
  readonly origin: string
  readonly feed: Feed
  /** Sends `rate` messages a second over the analytics socket until `stop`. */
  readonly start: (perSecond: number) => void
  readonly stop: () => void
  readonly close: () => void
}

/** The built client with the services behind it scripted, and a socket that sends the feed. */
export async function startBenchServer(streams: number): Promise<BenchServer> {
  const feed = createFeed(streams)
  const backend = createBackend()
  backend.on(`GET ${DEFAULT_BASES.proxy}/api/streams`, () =>
    json(200, { streams: feed.total() < streams ? [] : feed.keys }),
  )
  const sockets = new Set<WebSocket>()
  const server = await startPageServer({
    folders: ['dist/client'],
    backend,
    onSocket(socket, path) {
      if (path !== SOCKET_PATHS.analytics) return
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    },
  })

  let timer: NodeJS.Timeout | undefined
  return {
    origin: server.origin,
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
      server.close()
    },
  }
}
