import type { Running } from './start.ts'

/** Tells whoever started the server what to read once, and in one line that it is ready. Waits for the database. */
export async function printReady(running: Running, ...more: readonly string[]): Promise<void> {
  const { address, market, notices } = running
  const first = await running.firstAdministrator
  if (first?.password) {
    console.log(`First administrator: ${first.email}, password: ${first.password} (shown this once; keep it)`)
  }
  if (first?.isWeak) console.log(`The password of ${first.email} is one of those that are guessed first: change it`)
  for (const notice of notices) console.log(notice)
  const signIn = first ? `sign in as ${first.email}` : 'sign in with your account'
  console.log([`Pairbot is ready: ${address}`, `market: ${market}`, signIn, ...more].join(' · '))
}

/** Says in one line why the server does not start, and ends the process. */
export function exitWithError(error: unknown): never {
  console.error(`Pairbot cannot start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
