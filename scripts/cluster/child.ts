import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'

/** A process that was started here. */
export interface Child {
  readonly name: string
  readonly process: ChildProcess
  /** The end of its output so far. */
  output(): string
  hasEnded(): boolean
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
  /** Ends it by a signal, after 15 s by SIGKILL; resolves when it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** A program that can be started again, with its port and its files. */
export interface Service {
  /** Its newest process. */
  readonly child: Child
  /** Starts it again after it has ended; resolves when it is ready. */
  restart(): Promise<void>
}

const STOP_MS = 15_000
const RETAINED = 20_000

/** Starts a program in a process group of its own, so that Ctrl-C in the terminal does not reach it before its turn. */
export function startChild(
  name: string,
  program: string,
  words: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'cwd' | 'uid' | 'gid'> = {},
): Child {
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  const add = (bytes: Buffer) => (output = (output + bytes.toString()).slice(-RETAINED))
  child.stdout.on('data', add)
  child.stderr.on('data', add)
  // A program that cannot be started has no exit.
  const ended = Promise.race([once(child, 'exit'), once(child, 'error')]).then(
    () => undefined,
    (error: Error) => void (output += error.message),
  )
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  return {
    name,
    process: child,
    output: () => output,
    hasEnded,
    ended,
    async stop(signal = 'SIGTERM') {
      if (hasEnded()) return
      child.kill(signal)
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(patience)
    },
  }
}

/** Starts a program and waits until it is ready; what never gets there is stopped. */
export async function startService(start: () => Child, whenReady: (child: Child) => Promise<void>): Promise<Service> {
  let child: Child
  const run = async () => {
    child = start()
    try {
      await whenReady(child)
    } catch (error) {
      await child.stop('SIGKILL')
      throw error
    }
  }
  await run()
  return {
    get child() {
      return child
    },
    restart: run,
  }
}

/** Resolves once `isReady` does so with true; rejects with the output of the child if it ends first, or after a minute. */
export async function untilReady(child: Child, isReady: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await isReady().catch(() => false))) {
    if (child.hasEnded()) throw new Error(`${child.name} ended before it was ready:\n${child.output()}`)
    if (Date.now() > deadline) throw new Error(`${child.name} was not ready within a minute:\n${child.output()}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}
