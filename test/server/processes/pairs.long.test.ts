import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { candleKey } from '#contract/payloads/streams.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import * as CANDLES from '#contract/endpoints/candles.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { freePort } from '../../../scripts/cluster/cluster.ts'
import { runQuickMarket, type QuickMarket } from '#test/support/cluster/quick-market.ts'
import { healthOf, losslessOf, signIn, socketAt, type Numbered } from '#test/support/server/gateways.ts'
import type { TestClient } from '#test/support/server/gateway.ts'
import { startFakeKraken, type FakeKraken } from '#test/support/server/kraken.ts'
import { createDatabase, hasPostgresql, startPostgresql } from '#test/support/server/postgresql.ts'
import { hasRedis, startRedis } from '#test/support/server/redis.ts'
import { makeEmptyDir, removeDataDir, startServer, type RunningServer } from '#test/support/server/server.ts'

const SOON = { timeout: 60_000, interval: 50 }
const canRun = hasPostgresql() && hasRedis && existsSync('dist/server/main.js')
const candlesSchema = z.object({ data: z.object({ trading_pair: z.string(), candles: z.array(z.unknown()) }) })

/** The closed candles of a pair that a client got: one-minute candles name their pair in the message. */
const closedOf = (client: TestClient, pair: PairId): number[] =>
  client
    .messages()
    .flatMap((message) =>
      message.type === 'LiveUpdate' &&
      message.trading_pair === PAIRS[pair].label &&
      'partial_candle' in message.data &&
      message.data.partial_candle.is_complete
        ? [message.data.partial_candle.timestamp]
        : [],
    )

const entriesOf = (client: TestClient, pair: PairId): Numbered[] =>
  losslessOf(client).filter(({ stream }) => stream === candleKey(pair, 'M1'))

/** Each once and in order, none left out. */
const isGapless = (seqs: readonly number[]) => seqs.every((seq, index) => seq === (seqs[0] ?? 0) + index)

describe.skipIf(!canRun)('two workers with pairs of their own', { timeout: 240_000 }, () => {
  const disposables: AsyncDisposable[] = []
  const servers: RunningServer[] = []
  const folders: string[] = []
  let market: QuickMarket
  let kraken: FakeKraken
  let shared: Record<string, string>

  beforeAll(async () => {
    const postgresql = await startPostgresql()
    const database = await createDatabase(postgresql.url)
    const redis = await startRedis()
    kraken = await startFakeKraken()
    market = runQuickMarket(kraken, ['BTCUSD', 'ETHUSD'])
    disposables.push(redis, database, postgresql)
    shared = { DATABASE_URL: database.url, REDIS_URL: redis.url }
  }, 120_000)
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')))
    market.stop()
    await kraken.stop()
    for (const each of disposables) await each[Symbol.asyncDispose]()
    for (const folder of folders) await removeDataDir(folder)
  }, 60_000)

  /** Resolves when it leads. */
  async function startWorker(pair: 'XBTUSD' | 'ETHUSD', port = 0): Promise<RunningServer> {
    const dataDir = await makeEmptyDir()
    const [earlier] = folders
    if (earlier !== undefined) await cp(join(earlier, 'signing-keys.json'), join(dataDir, 'signing-keys.json'))
    folders.push(dataDir)
    const env = {
      ...shared,
      PORT: String(port),
      PAIRBOT_ROLE: 'worker',
      PAIRBOT_TRUST_PROXY: '1',
      PAIRBOT_MARKET: 'kraken',
      PAIRBOT_PAIRS: pair,
      PAIRBOT_KRAKEN_WS: kraken.ws,
      PAIRBOT_KRAKEN_REST: kraken.rest,
    }
    const server = await startServer({ dataDir, env })
    servers.push(server)
    return server
  }

  async function startGateway(): Promise<RunningServer> {
    const keys = await readFile(join(folders[0] ?? '', 'signing-keys.json'), 'utf8')
    const env = { ...shared, PAIRBOT_ROLE: 'gateway', PAIRBOT_SIGNING_KEYS: keys }
    const gateway = await startServer({ dataDir: '/proc/none', env })
    servers.push(gateway)
    return gateway
  }

  it('[RL-7] [RL-8] [RL-25] a gateway has both; when one is killed only its pairs pause, until another takes them', async () => {
    await startWorker('XBTUSD')
    const eth = await startWorker('ETHUSD')
    const gateway = await startGateway()
    const token = await signIn(gateway)
    const read = (path: string) => fetch(`${gateway.origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
    const candles = async (pair: PairId) => {
      const reply = await read(`${DEFAULT_BASES.tdp}${CANDLES.recent.path}?pair=${pair}&timeframe=1m&limit=20`)
      if (!reply.ok) return reply.status
      const { data } = candlesSchema.parse(await reply.json())
      return `${data.trading_pair} ${data.candles.length}`
    }
    await expect.poll(async () => (await healthOf(gateway)).market, SOON).toMatchObject({ pairs: ['BTCUSD', 'ETHUSD'] })
    const [tdp, analytics] = [socketAt(gateway, token, 'tdp'), socketAt(gateway, token, 'analytics')]
    for (const pair of ['BTCUSD', 'ETHUSD'] as const) {
      await expect.poll(() => closedOf(tdp, pair).length, SOON).toBeGreaterThan(2)
      await expect.poll(() => entriesOf(analytics, pair).length, SOON).toBeGreaterThan(2)
      expect(await candles(pair)).toBe(`${PAIRS[pair].label} 20`)
    }

    // Its successor stands by.
    const port = await freePort()
    const standby = startWorker('ETHUSD', port)
    const isAlive = async () => (await fetch(`http://127.0.0.1:${port}${SERVICE.liveness.path}`)).ok
    await expect.poll(() => isAlive().catch(() => false), SOON).toBe(true)
    const [btcBefore, ethBefore] = [closedOf(tdp, 'BTCUSD').length, entriesOf(analytics, 'ETHUSD').length]
    await eth.stop('SIGKILL')
    const killedAt = performance.now()
    const running = market.openedMs()
    await expect.poll(async () => (await healthOf(gateway)).errors.join(), SOON).toContain('the analysis of ETH/USD')
    expect((await healthOf(gateway)).errors.join()).not.toContain('BTC/USD')
    expect((await read(`${DEFAULT_BASES.strategy}${STRATEGIES.list.path}`)).status).toBe(200)
    expect(await candles('BTCUSD')).toBe('BTC/USD 20')
    await expect.poll(() => closedOf(tdp, 'BTCUSD').length, SOON).toBeGreaterThan(btcBefore + 1)

    await standby
    await expect.poll(() => entriesOf(analytics, 'ETHUSD').length, SOON).toBeGreaterThan(ethBefore)
    const takenOverMs = Math.round(performance.now() - killedAt)
    process.stderr.write(`takeover of one pair: ${takenOverMs} ms\n`)
    // 5 to 7 s on an idle machine.
    expect(takenOverMs).toBeLessThan(20_000)
    await expect.poll(() => closedOf(tdp, 'ETHUSD').at(-1) ?? 0, SOON).toBeGreaterThan(running / 1_000)
    await expect.poll(() => candles('ETHUSD'), SOON).toBe('ETH/USD 20')
    await expect.poll(async () => (await healthOf(gateway)).errors, SOON).toEqual([])

    for (const pair of ['BTCUSD', 'ETHUSD'] as const) {
      const seqs = entriesOf(analytics, pair).map(({ seq }) => seq)
      expect(isGapless(seqs), `${pair}: ${seqs.join(' ')}`).toBe(true)
    }
    const btc = closedOf(tdp, 'BTCUSD')
    expect(isGapless(btc.map((timestamp) => timestamp / 60))).toBe(true)
    expect([tdp.ws.readyState, analytics.ws.readyState]).toEqual([tdp.ws.OPEN, analytics.ws.OPEN])
  })
})
