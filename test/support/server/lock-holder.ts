import { lockDirectory } from '#server/database/directory-lock.ts'

/** A process that takes the lock on a directory, says how it went, and holds it until it is killed or told to let go. */
const [directory = '', timeoutMs = '0'] = process.argv.slice(2)
try {
  const lock = await lockDirectory(directory, Number(timeoutMs))
  process.stdin.once('data', () => void lock.release().then(() => process.exit(0)))
  process.stdout.write('held\n')
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
