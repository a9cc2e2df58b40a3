// Runs the parts of a large installation on this machine: `npm run cluster -- --workers 1 --gateways 2`, until Ctrl-C. With
// `--pairs-per-worker 1` each worker leads one pair, or stands by.
import { parseArgs } from 'node:util'
import { startCluster, type Child, type ClusterServer } from './cluster/cluster.ts'
import { hasFailed, supervise } from './cluster/supervise.ts'
import { reportFailure } from '#server/commands/command.ts'
import { findPostgresql, findRedis } from './services.mjs'

function countOf(name: string, text: string): number {
  if (!/^[1-9]$/.test(text)) throw new Error(`--${name}: must be a number from 1 to 9`)
  return Number(text)
}

function assertInstalled(): void {
  const missing = [...(findPostgresql() ? [] : ['postgresql']), ...(findRedis() ? [] : ['redis-server'])]
  if (missing.length === 0) return
  throw new Error(`A cluster needs PostgreSQL and Redis. On Debian: apt-get install ${missing.join(' ')}`)
}

/** As an init system waits. */
const RESTART_MS = 2_000

function sayEnded(child: Child): void {
  const lastLines = child.output().trimEnd().split('\n').slice(-5).join('\n')
  console.log(`${child.name} has ended:\n${lastLines}`)
}

/** What a worker says that it leads, to be put behind its pid. */
const ledBy = ({ child }: ClusterServer): string => {
  const led = /runs market and analysis of (.+?) now/.exec(child.output())?.[1]
  return led === undefined ? '' : `, leads ${led}`
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      workers: { type: 'string', default: '1' },
      gateways: { type: 'string', default: '2' },
      'pairs-per-worker': { type: 'string' },
    },
  })
  const counts = { workers: countOf('workers', values.workers), gateways: countOf('gateways', values.gateways) }
  const share = values['pairs-per-worker'] ?? process.env['PAIRBOT_PAIRS_PER_WORKER']
  assertInstalled()
  let isStopping = false
  const stopped = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, done)
  })
  const began = performance.now()
  const env = { ...process.env, PAIRBOT_PAIRS_PER_WORKER: share }
  const cluster = await startCluster({ ...counts, port: Number(process.env['PORT'] ?? 8080), env })
  const { address, administrator, workers, gateways, postgresql, redis } = cluster
  for (const server of [...workers, ...gateways])
    void supervise(server, {
      isWanted: (child) => !isStopping && hasFailed(child),
      waitMs: RESTART_MS,
      onEnd: (child) => {
        if (!isStopping) sayEnded(child)
      },
      onRestart: ({ name, process: { pid } }) => console.log(`${name}: started again, pid ${pid}`),
    })
  for (const server of [...workers, ...gateways])
    console.log(`${server.child.name}: port ${server.port}, pid ${server.child.process.pid}${ledBy(server)}`)
  console.log(`PostgreSQL: ${postgresql.url}\nRedis: ${redis.url}`)
  console.log(`Sign in as ${administrator.email}, password: ${administrator.password}`)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`The cluster is ready: ${address} · started in ${seconds} s · Ctrl-C ends it and removes its data`)
  await stopped
  isStopping = true
  await cluster.stop()
}

main().catch(reportFailure)
