import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createVite } from 'vite'
import { exitDeposed, exitWithError, printReady } from './process/startup-message.ts'
import { createLogger } from './http/logger.ts'
import { PROJECT_ROOT } from './process/project.ts'
import { parseSettings } from './settings.ts'
import { start } from './start.ts'

const SERVER_PATHS = /^\/(api|ws|widget)(\/|\?|$)|^\/(health|health\/(live|ready)|config\.json)(\?|$)/

/** Mounts Vite on the server's port: service paths go to the server, pages and modules to Vite. */
async function servePagesByVite(server: Server): Promise<() => Promise<void>> {
  const serverListeners = server.listeners('request')
  // The gateway ignores upgrades of other paths, so hot reload can share the port.
  const vite = await createVite({ root: PROJECT_ROOT, server: { middlewareMode: true, hmr: { server } } })
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!SERVER_PATHS.test(request.url ?? '/')) vite.middlewares(request, response)
    else for (const listener of serverListeners) Reflect.apply(listener, server, [request, response])
  })
  return () => vite.close()
}

async function main(): Promise<void> {
  const settings = parseSettings(process.env)
  const running = await start(settings, {
    logger: createLogger(settings.logLevel),
    clientRoot: undefined,
    onDeposed: exitDeposed,
    // The watcher starts a new process before the old one has exited.
    lockTimeoutMs: 5_000,
  })
  const closeVite = await servePagesByVite(running.app.server)
  async function stop(): Promise<void> {
    await closeVite()
    await running.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  await printReady(running, 'development')
}

main().catch(exitWithError)
