import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { candleKey } from '#contract/payloads/streams.ts'
import { startLoadedCluster } from '#test/support/cluster/loaded-cluster.ts'
import { signalAll } from '#test/support/process-tree.ts'
import { hasRedis } from '#test/support/server/redis.ts'
import type { Child } from '../../scripts/cluster/cluster.ts'
import { findPostgresql } from '../../scripts/services.mjs'

const M1 = candleKey('BTCUSD', 'M1')
const isPossible = findPostgresql() !== undefined && hasRedis && existsSync('dist/server/main.js')
/** A minute of the market passes in a second. */
const STOPPED_FOR = 15

describe.skipIf(!isPossible)('a cluster under load whose parts are stopped for 15 s', { timeout: 300_000 }, () => {
  it('[CL-11] loses and doubles nothing', async () => {
    await using loaded = await startLoadedCluster(M1)
    const { cluster, followers } = loaded
    const [gateway] = cluster.gateways
    if (gateway === undefined) throw new Error('no gateway')
    await loaded.untilGoesOn()
    const leading = (await loaded.leader()).child
    const parts: Record<string, Child> = {
      leader: leading,
      gateway: gateway.child,
      Redis: cluster.redis.child,
      PostgreSQL: cluster.postgresql.child,
    }
    const times: Record<string, number> = {}
    for (const [name, child] of Object.entries(parts)) {
      signalAll(child, 'SIGSTOP')
      // Of the others: a standby takes over from a leader that is stopped.
      if (child === leading) times[name] = await loaded.untilPublished()
      await loaded.untilPassed(STOPPED_FOR)
      signalAll(child, 'SIGCONT')
      times[child === leading ? `${name}, afterwards` : name] = await loaded.untilGoesOn()
    }
    expect(leading.hasEnded()).toBe(true)
    expect(leading.output()).toContain('Another process has taken over the analysis')
    const [stopped, other] = followers.map((each) => each.sockets())
    // It may have given up a gateway that sent no heartbeats.
    expect(stopped).toBeLessThanOrEqual(2)
    expect(other).toBe(1)

    expect(await loaded.problems()).toEqual([])
    const counts = loaded.writers.map((writer) => [writer.acknowledged(), writer.refused()])
    process.stderr.write(
      `SIGSTOP for 15 s, ms until minutes went on: ${JSON.stringify(times)}; acknowledged and refused writes: ${JSON.stringify(counts)}\n`,
    )
    for (const [acknowledged = 0, refused = 0] of counts) {
      expect(acknowledged).toBeGreaterThan(10)
      expect(refused).toBeGreaterThan(0)
    }
    for (const { minutes } of followers) expect(minutes.get(M1)?.length).toBeGreaterThan(30)
    // Takes 5 to 8 s on an idle machine.
    expect(times['leader']).toBeLessThan(30_000)
  })
})
