// Runs the parts of a large installation on this machine: `npm run cluster -- --workers 1 --gateways 2`, until Ctrl-C.
import { parseArgs } from 'node:util'
import { startCluster, type ClusterServer } from './cluster/cluster.ts'
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

/** Says when a server ends that was not asked to. */
async function watch({ child }: ClusterServer, isStopping: () => boolean): Promise<void> {
  await child.ended
  const lastLines = child.output().trimEnd().split('\n').slice(-5).join('\n')
  if (!isStopping()) console.log(`${child.name} has ended:\n${lastLines}`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { workers: { type: 'string', default: '1' }, gateways: { type: 'string', default: '2' } },
  })
  const counts = { workers: countOf('workers', values.workers), gateways: countOf('gateways', values.gateways) }
  assertInstalled()
  let isStopping = false
  const stopped = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, done)
  })
  const began = performance.now()
  const cluster = await startCluster({ ...counts, port: Number(process.env['PORT'] ?? 8080), env: process.env })
  const { address, administrator, workers, gateways, postgresql, redis } = cluster
  for (const server of [...workers, ...gateways]) void watch(server, () => isStopping)
  for (const { child, port } of [...workers, ...gateways])
    console.log(`${child.name}: port ${port}, pid ${child.process.pid}`)
  console.log(`PostgreSQL: ${postgresql.url}\nRedis: ${redis.url}`)
  console.log(`Sign in as ${administrator.email}, password: ${administrator.password}`)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`The cluster is ready: ${address} · started in ${seconds} s · Ctrl-C ends it and removes its data`)
  await stopped
  isStopping = true
  await cluster.stop()
}

main().catch(reportFailure)
