import { lockDirectory } from '#server/database/directory-lock.ts'

/** A process that locks a directory, prints the outcome, and holds the lock until it is killed or gets input. */
const [directory = '', timeoutMs = '0'] = process.argv.slice(2)
try {
  const lock = await lockDirectory(directory, Number(timeoutMs))
  process.stdin.once('data', () => void lock.release().then(() => process.exit(0)))
  process.stdout.write('held\n')
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
