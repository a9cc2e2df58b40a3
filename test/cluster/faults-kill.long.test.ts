import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { candleKey } from '#contract/payloads/streams.ts'
import { healthSchema } from '#contract/health.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { startLoadedCluster, type LoadedCluster } from '#test/support/cluster/loaded-cluster.ts'
import { originOf } from '#test/support/cluster/servers.ts'
import { signalAll } from '#test/support/process-tree.ts'
import { hasRedis } from '#test/support/server/redis.ts'
import type { ClusterServer } from '../../scripts/cluster/cluster.ts'
import { findPostgresql } from '../../scripts/services.mjs'

const M1 = candleKey('BTCUSD', 'M1')
const isPossible = findPostgresql() !== undefined && hasRedis && existsSync('dist/server/main.js')
const SLOW = { timeout: 30_000, interval: 100 }

async function healthAt(server: ClusterServer) {
  const response = await fetch(`${originOf(server)}${SERVICE.health.path}`)
  return { code: response.status, health: healthSchema.parse(await response.json()) }
}

/** Status, `Retry-After` and text of a sign-in and of a list of strategies, with a token that was issued before. */
async function refusalsAt(server: ClusterServer, { cluster, token }: LoadedCluster) {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify(cluster.administrator)
  const responses = [
    await fetch(`${originOf(server)}${DEFAULT_BASES.identity}${AUTH.login.path}`, {
      method: 'POST',
      headers: json,
      body,
    }),
    await fetch(`${originOf(server)}${DEFAULT_BASES.strategy}${STRATEGIES.list.path}`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  ]
  return Promise.all(
    responses.map(async (response) => [response.status, response.headers.has('retry-after'), await response.text()]),
  )
}

describe.skipIf(!isPossible)('a cluster under load whose parts are killed', { timeout: 240_000 }, () => {
  it('[CL-10] [CL-12] loses and doubles nothing, and goes on without PostgreSQL as far as it can', async () => {
    await using loaded = await startLoadedCluster(M1)
    const { cluster, followers } = loaded
    const [gateway] = cluster.gateways
    if (gateway === undefined) throw new Error('no gateway')
    const sockets = () => followers.map((each) => each.sockets())
    const times: Record<string, number> = {}
    await loaded.untilGoesOn()

    const { child } = await loaded.leader()
    child.process.kill('SIGKILL')
    times['leader'] = await loaded.untilGoesOn()
    expect(sockets()).toEqual([1, 1])

    gateway.child.process.kill('SIGKILL')
    times['gateway'] = await loaded.untilGoesOn()
    expect(sockets()).toEqual([expect.toSatisfy((count: number) => count > 1), 1])

    const before = sockets()
    cluster.redis.child.process.kill('SIGKILL')
    await cluster.redis.child.ended
    await cluster.redis.restart()
    times['Redis'] = await loaded.untilGoesOn()

    signalAll(cluster.postgresql.child, 'SIGKILL')
    await cluster.postgresql.child.ended
    for (const each of cluster.gateways) {
      await expect.poll(async () => (await healthAt(each)).code, SLOW).toBe(503)
      const { health } = await healthAt(each)
      expect(health.database.status).toBe('unavailable')
      expect(health.writes.reason).toMatch(/database/i)
      for (const refusal of await refusalsAt(each, loaded))
        expect(refusal).toEqual([503, true, expect.stringMatching(/did not respond|does not respond|not reachable/)])
    }
    await cluster.postgresql.restart()
    times['PostgreSQL'] = await loaded.untilGoesOn()
    for (const each of cluster.gateways) await expect.poll(async () => (await healthAt(each)).code, SLOW).toBe(200)
    expect(sockets()).toEqual(before)

    expect(await loaded.problems()).toEqual([])
    const counts = loaded.writers.map((writer) => [writer.acknowledged(), writer.refused()])
    process.stderr.write(
      `kill -9, ms until minutes went on: ${JSON.stringify(times)}; acknowledged and refused writes: ${JSON.stringify(counts)}\n`,
    )
    for (const [acknowledged = 0, refused = 0] of counts) expect(Math.min(acknowledged, refused)).toBeGreaterThan(10)
    for (const { minutes } of followers) expect(minutes.get(M1)?.length).toBeGreaterThan(10)
    // Takes 5 to 8 s on an idle machine.
    expect(times['leader']).toBeLessThan(30_000)
  })
})
