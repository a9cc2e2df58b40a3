import { spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_PAIRS } from '#contract/pairs.ts'

/** A real server process, as started by `npm start`. */
export interface RunningServer {
  readonly origin: string
  readonly port: number
  readonly dataDir: string
  readonly process: ChildProcess
  /** Its output so far. */
  readonly output: () => string
  /** Milliseconds from the spawn to the ready line. */
  readonly readyMs: number
  /** Stops it (SIGTERM by default) and resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export const ADMIN = { email: 'admin@pairbot.test', password: 'Correct-horse-7' }

/** What a start follows without the setting. */
export const ALL_PAIRS = { PAIRBOT_PAIRS: DEFAULT_PAIRS.join(',') }
/** For tests that follow no other pair: saves a third of a start. */
export const ONE_PAIR = { PAIRBOT_PAIRS: 'XBTUSD' }

const READY = /^Pairbot is ready: (http:\/\/[^\s]+)/m

/** Environment variable with a data directory to copy, so that not every test has to create a database. */
export const TEMPLATE = 'PAIRBOT_TEST_TEMPLATE'

/** Creates a data directory, a copy of the template or empty; remove it with `removeDataDir`. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pairbot-'))
  const template = process.env[TEMPLATE]
  if (template) await cp(template, dataDir, { recursive: true })
  return dataDir
}
/** An empty data directory, as before a first start. */
export const makeEmptyDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'pairbot-'))
export const removeDataDir = (path: string): Promise<void> => rm(path, { recursive: true, force: true })

/** The environment without the server's settings. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(PAIRBOT_|PORT$|HOST$|DATABASE_URL$|REDIS_URL$|NODE_ENV$|VITEST)/.test(name),
    ),
  )
}

interface StartOptions {
  readonly dataDir: string
  readonly env?: Record<string, string>
  /** Folder with `dist` and the packages; this one by default. */
  readonly folder?: string
  /** Executable of Node that runs it as `npm start` does; by default that of this process, with less compiled. */
  readonly node?: string
}

/** Starts the built server and waits for its ready line. Rejects with its output if it exits first. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const began = performance.now()
  // The engine's second compilation of the database costs more than it saves in the life of a test's server.
  const flags = options.node === undefined ? ['--liftoff-only'] : []
  const child = spawn(options.node ?? process.execPath, [...flags, 'dist/server/main.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: options.folder,
    env: {
      ...cleanEnvironment(),
      PORT: '0',
      PAIRBOT_DATA_DIR: options.dataDir,
      PAIRBOT_MARKET: 'simulated',
      PAIRBOT_ADMIN_EMAIL: ADMIN.email,
      PAIRBOT_ADMIN_PASSWORD: ADMIN.password,
      ...options.env,
    },
  })
  let output = ''
  const ended = new Promise<number | null>((done) => child.on('exit', (code) => done(code)))
  const origin = await new Promise<string>((done, fail) => {
    const onOutput = (bytes: Buffer) => {
      output += bytes.toString()
      const ready = READY.exec(output)
      // Cookies and origins of the tests are of the address.
      if (ready?.[1]) done(ready[1].replace('//localhost:', '//127.0.0.1:'))
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    void ended.then((code) => fail(new Error(`the server ended with ${code} before it was ready:\n${output}`)))
  })
  return {
    origin,
    port: Number(new URL(origin).port),
    dataDir: options.dataDir,
    process: child,
    output: () => output,
    readyMs: performance.now() - began,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}
