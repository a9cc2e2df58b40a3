import { join } from 'node:path'
import { exitDeposed, exitWithError, printReady } from './process/startup-message.ts'
import { createLogger } from './http/logger.ts'
import { PROJECT_ROOT } from './process/project.ts'
import { parseSettings } from './settings.ts'
import { start, type Running } from './start.ts'
import { handleUncaught } from './process/uncaught.ts'

/** Signal received, possibly before the server had started. */
let stopSignal: NodeJS.Signals | undefined
let running: Running | undefined

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopSignal) return
  stopSignal = signal
  await running?.stop()
  process.exit(0)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))
// A closed log pipe must not end the server.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

async function main(): Promise<void> {
  const settings = parseSettings(process.env)
  const logger = createLogger(settings.logLevel)
  handleUncaught({
    events: process,
    log: logger,
    stop: async () => running?.stop(),
    exit: (code) => process.exit(code),
  })
  running = await start(settings, {
    logger,
    clientRoot: join(PROJECT_ROOT, 'dist', 'client'),
    onDeposed: exitDeposed,
  })
  if (stopSignal) {
    await running.stop()
    process.exit(0)
  }
  await printReady(running)
}

main().catch(exitWithError)
