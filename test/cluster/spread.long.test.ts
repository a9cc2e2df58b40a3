import { existsSync } from 'node:fs'
import { setMaxListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { SOCKET_PATHS } from '#contract/paths.ts'
import { follow } from '#test/support/cluster/loaded-cluster.ts'
import { disorder } from '#test/support/cluster/minutes.ts'
import { runQuickMarket } from '#test/support/cluster/quick-market.ts'
import { startFakeKraken } from '#test/support/server/kraken.ts'
import { hasRedis } from '#test/support/server/redis.ts'
import { cleanEnvironment } from '#test/support/server/server.ts'
import { signInPeople } from '../../bench/cluster/people.ts'
import { startCluster } from '../../scripts/cluster/cluster.ts'
import { findPostgresql } from '../../scripts/services.mjs'

const isPossible = findPostgresql() !== undefined && hasRedis && existsSync('dist/server/main.js')
const PEOPLE = 3
const SOCKETS_EACH = 14
const COUNT = PEOPLE * SOCKETS_EACH

describe.skipIf(!isPossible)('a cluster one of whose gateways was away', { timeout: 240_000 }, () => {
  it('[GW-50] spreads its sockets again, and no client loses a minute or gets one twice', async () => {
    const kraken = await startFakeKraken()
    const market = runQuickMarket(kraken)
    const env = {
      ...cleanEnvironment(),
      PAIRBOT_MARKET: 'kraken',
      PAIRBOT_PAIRS: 'XBTUSD',
      PAIRBOT_KRAKEN_WS: kraken.ws,
      PAIRBOT_KRAKEN_REST: kraken.rest,
    }
    const cluster = await startCluster({ workers: 1, gateways: 2, port: 0, env })
    const stopping = new AbortController()
    setMaxListeners(0, stopping.signal)
    try {
      const [one, two] = cluster.gateways
      if (one === undefined || two === undefined) throw new Error('no gateways')
      const counts = () => [one, two].map(({ port }) => cluster.proxy.sockets(port, SOCKET_PATHS.analytics))
      const tokens = await signInPeople(cluster.postgresql.url, cluster.address, PEOPLE)
      const followers = tokens.flatMap((token) =>
        Array.from({ length: SOCKETS_EACH }, () => follow(cluster.address, token, stopping.signal)),
      )
      await expect.poll(counts, { timeout: 30_000 }).toEqual([COUNT / 2, COUNT / 2])
      two.child.process.kill('SIGKILL')
      await two.child.ended
      await expect.poll(counts, { timeout: 30_000 }).toEqual([COUNT, 0])
      await two.restart()
      const began = performance.now()
      const most = () => (counts().reduce((sum, count) => sum + count, 0) === COUNT ? Math.max(...counts()) : COUNT)
      await expect.poll(most, { timeout: 90_000, interval: 200 }).toBeLessThanOrEqual((COUNT / 2) * 1.2)
      const took = performance.now() - began
      // Of each client one socket before, one after the kill, and one more at most.
      const opened = followers.map(({ sockets }) => sockets())
      const moved = opened.reduce((sum, count) => sum + count, 0) - COUNT - COUNT / 2
      const until = market.openedMs() + 3 * 60_000
      await expect.poll(() => market.openedMs(), { timeout: 30_000 }).toBeGreaterThanOrEqual(until)
      expect(Math.max(...counts())).toBeLessThanOrEqual((COUNT / 2) * 1.2)
      expect(followers.flatMap(({ minutes }, index) => disorder(`client ${index}`, minutes))).toEqual([])
      process.stderr.write(`spread after ${Math.round(took)} ms: ${counts().join(' and ')}, ${moved} moved\n`)
      expect(moved).toBeLessThan(COUNT)
    } finally {
      stopping.abort()
      await cluster.stop()
      market.stop()
      await kraken.stop()
    }
  })
})
