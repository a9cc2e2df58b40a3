import { SOCKET_PATHS } from '#contract/paths.ts'
import { cleanEnvironment } from '#test/support/server/server.ts'
import { startCluster } from '../../scripts/cluster/cluster.ts'
import type { Load } from './loads.ts'
import { speedFor, writeRecording } from './market.ts'
import { measure, type Measured } from './measure.ts'
import { signInPeople, SOCKETS_PER_PERSON } from './people.ts'
import { rowsOf, type TableRows } from './postgresql-rows.ts'
import { redisInfo } from './redis-info.ts'
import type { Named } from './usage.ts'

export interface ClusterMeasured extends Measured {
  /** Of the replay, as a multiple of the market's own. */
  readonly speed: number
  readonly redis: { readonly commandsPerS: number; readonly memoryBytes: number }
  /** What the pair stored in PostgreSQL, and in how many of the market's days. */
  readonly stored: { readonly days: number; readonly tables: readonly TableRows[] }
}

/** Starts what `npm run cluster` starts, with a recording at the speed that gives the rate, and measures it. */
export async function measureCluster(load: Load, throughProxy: boolean): Promise<ClusterMeasured> {
  const speed = speedFor(load.rate)
  const recording = await writeRecording(speed, load.seconds)
  const market = {
    PAIRBOT_MARKET: 'replay',
    PAIRBOT_REPLAY: recording.path,
    PAIRBOT_REPLAY_SPEED: String(speed),
  }
  try {
    const cluster = await startCluster({ workers: 1, gateways: 2, port: 0, env: { ...cleanEnvironment(), ...market } })
    try {
      const people = Math.ceil(load.sockets / SOCKETS_PER_PERSON)
      const tokens = await signInPeople(cluster.postgresql.url, cluster.address, people)
      const gateways = cluster.gateways.map(({ port }) => `http://127.0.0.1:${port}`)
      const targets = (throughProxy ? [cluster.address] : gateways).map(
        (address) => `${address.replace('http', 'ws')}${SOCKET_PATHS.tdp}`,
      )
      const servers: Named[] = [
        ...[...cluster.workers, ...cluster.gateways].map(({ child }): Named => [child.name, child.process.pid]),
        ['Redis', cluster.redis.child.process.pid],
      ]
      const before = await redisInfo(cluster.redis.url)
      const rowsBefore = await rowsOf(cluster.postgresql.url)
      const beganAt = performance.now()
      const measured = await measure(load, { targets, tokens, perToken: SOCKETS_PER_PERSON }, servers)
      const after = await redisInfo(cluster.redis.url)
      const seconds = (performance.now() - beganAt) / 1_000
      const commandsPerS = (after.commands - before.commands) / seconds
      const tables = (await rowsOf(cluster.postgresql.url)).map(({ name, rows, bytes }) => {
        const earlier = rowsBefore.find((table) => table.name === name)
        return { name, rows: rows - (earlier?.rows ?? 0), bytes: bytes - (earlier?.bytes ?? 0) }
      })
      const stored = { days: (seconds * speed) / 86_400, tables }
      return { ...measured, speed, redis: { commandsPerS, memoryBytes: after.memoryBytes }, stored }
    } finally {
      await cluster.stop()
    }
  } finally {
    await recording.folder.remove()
  }
}
