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

/** Rejects with its output if it ends first. */
async function run(port: number, directory: string, options: readonly string[]): Promise<ChildProcess> {
  const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory]
  const child = spawn(BINARY ?? '', [...place, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString()
      if (/Ready to accept connections/.test(output)) done()
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
  let child = await run(port, directory, durable)
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
      child = await run(port, directory, durable)
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
