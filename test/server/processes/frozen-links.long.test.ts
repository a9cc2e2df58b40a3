import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLOSE } from '#contract/close-codes.ts'
import * as CANDLES from '#contract/endpoints/candles.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { startFaultProxy, type FaultProxy } from '#test/support/server/fault-proxy.ts'
import { healthOf, signIn, socketAt, startGateways, type Gateways } from '#test/support/server/gateways.ts'
import { hasPostgresql } from '#test/support/server/postgresql.ts'
import { hasRedis } from '#test/support/server/redis.ts'
import type { RunningServer } from '#test/support/server/server.ts'
import { freePort } from '../../../scripts/cluster/cluster.ts'

const SOON = { timeout: 60_000, interval: 100 }
/** Within which whoever stands still has to be told, and room for a busy machine. */
const TOLD_MS = 12_000
const CANDLES_OF_BTC = `${DEFAULT_BASES.tdp}${CANDLES.recent.path}?pair=BTCUSD&timeframe=1m&limit=20`

/** The same address through a proxy. */
function through(url: string, { port }: Pick<FaultProxy, 'port'>): string {
  const address = new URL(url)
  address.port = String(port)
  address.hostname = '127.0.0.1'
  return address.href
}

const statusOf = async ({ origin }: RunningServer, path: string): Promise<number> =>
  (await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(8_000) })).status

/** The milliseconds that `what` takes. */
async function timed(what: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await what()
  return performance.now() - began
}

describe.skipIf(!hasPostgresql() || !hasRedis)('a gateway whose links freeze', { timeout: 60_000 }, () => {
  let cluster: Gateways
  let links: Record<'redis' | 'postgresql' | 'leader', FaultProxy>
  let frozen: RunningServer
  let whole: RunningServer
  let token: string
  const readiness = () => statusOf(frozen, SERVICE.readiness.path).catch(() => 0)
  beforeAll(async () => {
    const port = await freePort()
    const leader = await startFaultProxy(port)
    cluster = await startGateways({ PORT: String(port), PAIRBOT_INTERNAL_URL: `http://127.0.0.1:${leader.port}` })
    const redis = await startFaultProxy(cluster.redis.port)
    const postgresql = await startFaultProxy(Number(new URL(cluster.databaseUrl).port))
    links = { redis, postgresql, leader }
    frozen = await cluster.startGateway({
      REDIS_URL: through(cluster.redis.url, redis),
      DATABASE_URL: through(cluster.databaseUrl, postgresql),
    })
    whole = await cluster.startGateway()
    token = await signIn(whole)
  }, 180_000)
  beforeEach(async () => {
    await vi.waitUntil(async () => (await readiness()) === 200, SOON)
  })
  afterEach(() => {
    for (const link of Object.values(links)) {
      link.set('pass')
      link.cut()
    }
  })
  afterAll(async () => {
    await cluster[Symbol.asyncDispose]()
    for (const link of Object.values(links)) await link.close()
  }, 60_000)

  it('[GW-51] without Redis, which another one has, it says so, is not ready, and sends its clients there', async () => {
    const clients = Array.from({ length: 8 }, (_, index) =>
      socketAt(frozen, token, index % 2 === 0 ? 'tdp' : 'analytics'),
    )
    const other = socketAt(whole, token, 'tdp')
    await Promise.all([...clients, other].map((client) => client.received(3)))
    links.redis.set('blackhole')
    const began = performance.now()
    const closed = await Promise.all(
      clients.map(async (client) => ({ ...(await client.closed), at: performance.now() })),
    )
    for (const { code, reason, at } of closed) {
      expect(code).toBe(CLOSE.restart)
      expect(reason).toMatch(/^\{"retry_after_ms":1\d{3}\}$/)
      expect(at - began).toBeLessThan(TOLD_MS)
    }
    expect(await statusOf(frozen, SERVICE.readiness.path)).toBe(503)
    const { status, errors } = await healthOf(frozen)
    expect(status).toBe('error')
    expect(errors).toContain(
      'gateway: Redis does not respond to this process, but to another gateway: clients are sent there',
    )
    // Refused before the upgrade.
    expect((await socketAt(frozen, token, 'tdp').closed).code).toBe(1006)
    expect((await healthOf(whole)).status).toBe('healthy')
    expect(other.ws.readyState).toBe(other.ws.OPEN)

    links.redis.set('pass')
    links.redis.cut()
    await expect.poll(readiness, { ...SOON, timeout: 15_000 }).toBe(200)
    const again = socketAt(frozen, token, 'tdp')
    await again.received(5)
    for (const { ws } of [again, other]) ws.terminate()
  })

  it('[GW-51] without PostgreSQL it is not ready, and what is live goes on', async () => {
    const client = socketAt(frozen, token, 'tdp')
    await client.received(3)
    links.postgresql.set('blackhole')
    const began = performance.now()
    await expect.poll(readiness, SOON).toBe(503)
    expect(performance.now() - began).toBeLessThan(TOLD_MS)
    const before = client.messages().length
    await client.received(before + 20)
    expect((await healthOf(frozen)).database.status).toBe('unavailable')
    links.postgresql.set('pass')
    links.postgresql.cut()
    await expect.poll(readiness, { ...SOON, timeout: 20_000 }).toBe(200)
    expect(client.ws.readyState).toBe(client.ws.OPEN)
    client.ws.terminate()
  })

  it('[GW-51] [RL-23] where no gateway reaches the worker, what needs it is refused, soon at once, and sockets stay', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const candles = async () => (await fetch(`${frozen.origin}${CANDLES_OF_BTC}`, { headers })).status
    const client = socketAt(frozen, token, 'tdp')
    await client.received(3)
    expect(await candles()).toBe(200)
    links.leader.set('blackhole')
    expect(await timed(async () => expect(await candles()).toBe(503))).toBeLessThan(TOLD_MS)
    await expect
      .poll(async () => (await healthOf(frozen)).errors, SOON)
      .toContain('gateway: The worker does not respond to this process')
    expect(await timed(async () => expect(await candles()).toBe(503))).toBeLessThan(1_000)
    expect(await statusOf(frozen, SERVICE.readiness.path)).toBe(200)
    links.leader.set('pass')
    links.leader.cut()
    await expect.poll(candles, { ...SOON, timeout: 10_000 }).toBe(200)
    expect(client.ws.readyState).toBe(client.ws.OPEN)
    client.ws.terminate()
  })
})
