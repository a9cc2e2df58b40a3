import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import * as SERVICE from '#contract/endpoints/service.ts'
import type { Cluster, ClusterServer } from '../../../scripts/cluster/cluster.ts'

export const originOf = ({ port }: ClusterServer): string => `http://127.0.0.1:${port}`

const leadershipSchema = z.object({ leadership: z.object({ status: z.string() }) })
const hangs = () => ({ signal: AbortSignal.timeout(2_000) })

async function isLeader(server: ClusterServer): Promise<boolean> {
  const health: unknown = await (await fetch(`${originOf(server)}${SERVICE.health.path}`, hangs())).json()
  return z.parse(leadershipSchema, health).leadership.status === 'leader'
}

/** The worker that leads. Rejects if none does. */
export async function leaderOf({ workers }: Pick<Cluster, 'workers'>): Promise<ClusterServer> {
  const found = await Promise.all(
    workers.map(async (server) => ((await isLeader(server).catch(() => false)) ? [server] : [])),
  )
  const [leader] = found.flat()
  if (leader === undefined) throw new Error('No worker leads')
  return leader
}

/** Starts a server again whenever it ends, as an init system does, until it should not. */
export async function supervise(server: ClusterServer, isStopping: () => boolean, waitMs = 0): Promise<void> {
  for (;;) {
    await server.child.ended
    await delay(waitMs)
    if (isStopping()) return
    // One that is ended before it is ready has ended once more.
    await server.restart().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  }
}
