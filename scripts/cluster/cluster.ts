import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as SERVICE from '#contract/endpoints/service.ts'
import { startChild, startService, untilReady, type Child, type Service } from './child.ts'
import { freePort } from './free-port.ts'
import { startPostgresqlIn } from './postgresql.ts'
import { startProxy, type Proxy } from './proxy.ts'
import { startRedisIn } from './redis.ts'

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
  readonly redis: Service & { readonly url: string }
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
