import { join } from 'node:path'
import { createLogger } from './http/logger.ts'
import { PROJECT_ROOT } from './project.ts'
import { parseSettings } from './settings.ts'
import { start, type Running } from './start.ts'

/** A stop that was asked for before there was anything to stop. */
let asked: NodeJS.Signals | undefined
let running: Running | undefined

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (asked) return
  asked = signal
  await running?.stop()
  process.exit(0)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))
// A log pipe that was closed must not end the server.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

function announce({ address, market, notices }: Running, signIn: string): void {
  for (const notice of notices) console.log(notice)
  console.log(`Pairbot is ready: ${address} · market: ${market} · ${signIn}`)
}

async function main(): Promise<void> {
  const settings = parseSettings(process.env)
  running = await start(settings, {
    logger: createLogger(settings.logLevel),
    clientRoot: join(PROJECT_ROOT, 'dist', 'client'),
  })
  if (asked) {
    await running.stop()
    process.exit(0)
  }
  const first = await running.firstAdministrator
  if (first?.password) {
    console.log(`First administrator: ${first.email}, password: ${first.password} (shown this once; keep it)`)
  }
  if (first?.isWeak) console.log(`The password of ${first.email} is one of those that are guessed first: change it`)
  announce(running, first ? `sign in as ${first.email}` : 'sign in with your account')
}

main().catch((error: unknown) => {
  console.error(`Pairbot cannot start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
