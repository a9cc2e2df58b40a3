// Child processes of a benchmark, built as for production, and questions to them.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { build } from 'vite'

const BUILT = 'dist/bench'

/** Builds the scripts of the child processes (name -> source). */
export async function buildProcesses(input: Readonly<Record<string, string>>): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'node20',
      ssr: true,
      outDir: BUILT,
      rolldownOptions: { input, output: { entryFileNames: '[name].js' } },
    },
  })
}

/** Starts a built script, with the garbage collector in its hands. */
export const startProcess = (name: string, ...words: string[]): ChildProcess =>
  fork(`${BUILT}/${name}.js`, words, { execArgv: ['--expose-gc'] })

/** Rejects when this process gets a signal to end, so that what was started is stopped first. */
export const interrupted = new Promise<never>((_, failed) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => failed(new Error(`Ended by ${signal}`)))
})
// What is going on then may not wait for it.
interrupted.catch(() => undefined)

/** Rejects when a child ends. */
export function endOf(child: ChildProcess): Promise<never> {
  const ended = new Promise<never>((_, failed) =>
    child.once('exit', () => failed(new Error('The process of the sockets has ended'))),
  )
  // It ends at last, when nothing waits for it.
  ended.catch(() => undefined)
  return ended
}

/** The next message of a child. */
export async function answer<T>(child: ChildProcess): Promise<T> {
  const [reply] = (await once(child, 'message')) as [T]
  return reply
}

/** Sends a command and waits for the next message. */
export function ask<T>(child: ChildProcess, command: object): Promise<T> {
  const reply = answer<T>(child)
  child.send(command)
  return reply
}
