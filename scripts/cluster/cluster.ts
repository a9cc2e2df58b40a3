import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import * as SERVICE from '#contract/endpoints/service.ts'
import { findPostgresql, findRedis } from '../services.mjs'
import { type Proxy, startProxy } from './proxy.ts'

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
interface Service {
  /** Its newest process. */
  readonly child: Child
  /** Starts it again after it has ended; resolves when it is ready. */
  restart(): Promise<void>
}

const STOP_MS = 15_000
const RETAINED = 20_000

/** Starts a program in a process group of its own, so that Ctrl-C in the terminal does not reach it before its turn. */
function startChild(
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
async function startService(start: () => Child, whenReady: (child: Child) => Promise<void>): Promise<Service> {
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
async function untilReady(child: Child, isReady: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await isReady().catch(() => false))) {
    if (child.hasEnded()) throw new Error(`${child.name} ended before it was ready:\n${child.output()}`)
    if (Date.now() > deadline) throw new Error(`${child.name} was not ready within a minute:\n${child.output()}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** The user as whom PostgreSQL runs; it refuses to run as root. */
function identityOf(user: string): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function responds(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } finally {
    await client.end()
  }
}

/** A PostgreSQL server with its files in a new folder, which any local user may connect to. Stop it with SIGINT. */
export async function startPostgresqlIn(
  folder: string,
  settings: readonly string[] = [],
): Promise<Service & { readonly url: string }> {
  const programs = findPostgresql()
  if (programs === undefined) throw new Error('PostgreSQL is not installed (Debian: apt-get install postgresql)')
  const identity = identityOf('postgres')
  await mkdir(folder, { recursive: true })
  if (identity) await chown(folder, identity.uid, identity.gid)
  const data = join(folder, 'data')
  const initialise = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions']
  execFileSync(join(programs, 'initdb'), initialise, { ...identity, stdio: 'ignore', cwd: folder })
  const port = await freePort()
  const all = ['shared_buffers=32MB', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings]
  const words = ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])]
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const service = await startService(
    () => startChild('PostgreSQL', join(programs, 'postgres'), words, { ...identity, cwd: folder }),
    (child) => untilReady(child, () => responds(url)),
  )
  return Object.assign(service, { url })
}

/** A Redis, and the folder that has nothing but its files. */
interface RedisService extends Service {
  readonly url: string
  readonly folder: string
}

/** A Redis with its files in a new folder, which syncs each write before it answers. */
async function startRedisIn(folder: string): Promise<RedisService> {
  const program = findRedis()
  if (program === undefined) throw new Error('Redis is not installed (Debian: apt-get install redis-server)')
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction']
  const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder]
  const service = await startService(
    () => startChild('Redis', program, [...place, ...durable]),
    (child) => untilReady(child, async () => child.output().includes('Ready to accept connections')),
  )
  return Object.assign(service, { url: `redis://127.0.0.1:${port}`, folder })
}

export interface ClusterOptions {
  readonly workers: number
  readonly gateways: number
  /** Of the proxy; 0 for a free one. */
  readonly port: number
  /** Settings of all servers. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A built server of the cluster. */
export interface ClusterServer extends Service {
  readonly port: number
}

/** A whole installation on one machine, in a temporary folder. */
export interface Cluster {
  /** Of the proxy. */
  readonly address: string
  readonly administrator: { readonly email: string; readonly password: string }
  readonly proxy: Proxy
  readonly postgresql: Service & { readonly url: string }
  readonly redis: RedisService
  readonly workers: readonly ClusterServer[]
  readonly gateways: readonly ClusterServer[]
  /** Stops everything and removes the folder. */
  stop(): Promise<void>
}

const MAIN = join('dist', 'server', 'main.js')

/** A password that cannot be guessed and that satisfies the rules. */
const newPassword = (): string => `Aa1-${randomBytes(12).toString('base64url')}`

type Role = 'worker' | 'gateway'

/** Says so on its output: from then on there are keys and the first administrator. */
const untilFirstReady = (child: Child) => untilReady(child, async () => child.output().includes('Pairbot is ready'))

/** While it lives: another worker than the first one may only stand by. */
const untilAlive = (child: Child, port: number) =>
  untilReady(child, async () => (await fetch(`http://127.0.0.1:${port}${SERVICE.liveness.path}`)).ok)

/** Starts PostgreSQL, Redis, workers, gateways and a proxy, in this order; what was started is stopped again if one fails. */
export async function startCluster({ workers, gateways, port, env }: ClusterOptions): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'pairbot-cluster-'))
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each()
  }
  try {
    // PostgreSQL may run as a user of its own, who must get to its folder.
    await chmod(folder, 0o711)
    const postgresql = await startPostgresqlIn(join(folder, 'postgresql'))
    // SIGINT ends its sessions; SIGTERM would wait for the clients.
    stops.push(() => postgresql.child.stop('SIGINT'))
    const redis = await startRedisIn(join(folder, 'redis'))
    stops.push(() => redis.child.stop())
    const administrator = { email: 'admin@pairbot.example', password: newPassword() }
    const all = {
      ...env,
      DATABASE_URL: postgresql.url,
      REDIS_URL: redis.url,
      PAIRBOT_DATA_DIR: join(folder, 'data'),
      PAIRBOT_ADMIN_EMAIL: administrator.email,
      PAIRBOT_ADMIN_PASSWORD: administrator.password,
      PAIRBOT_TRUST_PROXY: '1',
    }
    const servers: Record<Role, ClusterServer[]> = { worker: [], gateway: [] }
    const add = async (role: Role) => {
      const port = await freePort()
      const name = `${role} ${servers[role].length + 1}`
      const own = { PORT: String(port), HOST: '127.0.0.1', PAIRBOT_ROLE: role }
      let mayStandBy = role === 'worker' && servers.worker.length > 0
      const service = await startService(
        () => {
          const child = startChild(name, process.execPath, [MAIN], { env: { ...all, ...own } })
          stops.push(() => child.stop())
          return child
        },
        (child) => (mayStandBy ? untilAlive(child, port) : untilFirstReady(child)),
      )
      mayStandBy = role === 'worker'
      servers[role].push(Object.assign(service, { port }))
    }
    for (let number = 0; number < workers; number += 1) await add('worker')
    for (let number = 0; number < gateways; number += 1) await add('gateway')
    const proxy = await startProxy(
      port,
      servers.gateway.map((each) => each.port),
    )
    stops.push(() => proxy.close())
    const { address } = proxy
    return {
      address,
      administrator,
      proxy,
      postgresql,
      redis,
      workers: servers.worker,
      gateways: servers.gateway,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
