import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createServer as createVite } from 'vite'
import { createLogger } from './http/logger.ts'
import { PROJECT_ROOT } from './project.ts'
import { parseSettings } from './settings.ts'
import { start } from './start.ts'

const OURS = /^\/(api|ws|widget)(\/|\?|$)|^\/(health|config\.json)(\?|$)/
const VITE_PROTOCOLS = new Set(['vite-hmr', 'vite-ping'])

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void
type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Puts Vite in front of the server on the same port: services go on to the server, pages and modules to Vite. */
async function servePagesByVite(server: Server): Promise<() => Promise<void>> {
  const [answer] = server.listeners('request') as RequestListener[]
  const upgrades = server.listeners('upgrade') as UpgradeListener[]
  const vite = await createVite({
    root: PROJECT_ROOT,
    server: { middlewareMode: true, hmr: { server } },
  })
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (OURS.test(request.url ?? '/')) answer?.(request, response)
    else vite.middlewares(request, response)
  })
  for (const listener of upgrades) server.off('upgrade', listener)
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (VITE_PROTOCOLS.has(request.headers['sec-websocket-protocol'] ?? '')) return
    for (const listener of upgrades) listener(request, socket, head)
  })
  return () => vite.close()
}

const settings = parseSettings(process.env)
const running = await start(settings, {
  logger: createLogger(settings.logLevel),
  clientRoot: undefined,
  // A restart by the watcher overlaps with the process it replaces.
  lockPatienceMs: 5_000,
})
const closeVite = await servePagesByVite(running.app.server)
const first = await running.firstAdministrator
if (first?.password) process.stdout.write(`First administrator: ${first.email}, password: ${first.password}\n`)
process.stdout.write(`Pairbot is ready: ${running.address} · market: ${running.market} · development\n`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void closeVite()
      .then(() => running.stop())
      .then(() => process.exit(0))
  })
}
