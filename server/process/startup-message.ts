import type { Running } from '../start.ts'

/** Prints the start-up notices and the ready line. Waits for the database. */
export async function printReady(running: Running, ...more: readonly string[]): Promise<void> {
  const { address, market, notices } = running
  const first = await running.firstAdministrator
  if (first?.password) {
    console.log(`First administrator: ${first.email}, password: ${first.password} (shown only once)`)
  }
  if (first?.isWeak) console.log(`The password of ${first.email} is easily guessed: change it`)
  for (const notice of notices) console.log(notice)
  const signIn = first ? `sign in as ${first.email}` : 'sign in with your account'
  // Browsers have passkeys for host names alone.
  const place = address.replace('//127.0.0.1:', '//localhost:')
  console.log([`Pairbot is ready: ${place}`, `market: ${market}`, signIn, ...more].join(' · '))
}

function exitWith(prefix: string, error: unknown): never {
  console.error(`${prefix}: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

/** Prints in one line why the server cannot start, and exits. */
export const exitWithError = (error: unknown): never => exitWith('Pairbot cannot start', error)

/** Prints in one line why the server must not go on, and exits at once: whatever it still did would be wrong. */
export const exitDeposed = (reason: Error): never => exitWith('Pairbot ends', reason)
