import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../scripts/cluster/cluster.ts'
import { findRedis } from '../../../scripts/services.mjs'

/** Debian's package redis-server; Valkey's is called valkey-server. */
const BINARY = findRedis()

export const hasRedis = BINARY !== undefined
if (!hasRedis)
  process.stderr.write('\n!!! SKIPPED tests on Redis: there is no redis-server (apt-get install redis-server)\n')

/** A Redis of its own, on a free port, with its files in a temporary directory. */
export interface TestRedis {
  readonly url: string
  readonly port: number
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>
  /** Starts it again with what it had stored. */
  restart(): Promise<void>
  /** Removes all its files, while it does not run. */
  empty(): Promise<void>
  /** SIGSTOP: it holds its connections and answers nothing. */
  pause(): void
  /** SIGCONT. */
  resume(): void
  [Symbol.asyncDispose](): Promise<void>
}

const placeOf = (port: number, directory: string) => ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory]

/** Runs Redis until it accepts connections, or as a sentinel watches. Rejects with its output if it ends first. */
export async function runRedis(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(BINARY ?? '', [...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString()
      if (/Ready to accept connections|\+monitor/.test(output)) done()
    })
    child.on('error', fail)
    child.on('exit', (code) => fail(new Error(`Redis ended with ${code}:\n${output}`)))
  })
  return child
}

/** Syncs each write before it answers, as a server does that must lose nothing; `options` are appended. */
export async function startRedis(options: readonly string[] = []): Promise<TestRedis> {
  const directory = await mkdtemp(join(tmpdir(), 'pairbot-redis-'))
  const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', ...options]
  const port = await freePort()
  const args = [...placeOf(port, directory), ...durable]
  let child = await runRedis(args)
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    async restart() {
      child = await runRedis(args)
    },
    empty: async () => {
      await rm(directory, { recursive: true })
      await mkdir(directory)
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
