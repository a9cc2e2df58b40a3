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
