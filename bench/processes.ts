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
