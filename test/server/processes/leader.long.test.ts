import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from 'pg'
import * as z from 'zod/mini'
import { analysisKey, candleKey } from '#contract/payloads/streams.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { createdStrategySchema } from '#contract/strategies/responses.ts'
import { createRedisLog, type RedisLog } from '#server/streams/redis/redis-log.ts'
import { runQuickMarket, type QuickMarket } from '#test/support/cluster/quick-market.ts'
import { startFakeKraken, type FakeKraken } from '#test/support/server/kraken.ts'
import { createDatabase, hasPostgresql, startPostgresql } from '#test/support/server/postgresql.ts'
import { hasRedis, startRedis, type TestRedis } from '#test/support/server/redis.ts'
import { ADMIN, cleanEnvironment, makeEmptyDir, removeDataDir } from '#test/support/server/server.ts'
import { strategyBody } from '#test/support/server/strategies.ts'
import { startFaultProxy } from '#test/support/server/fault-proxy.ts'
import { call, signInAt } from '#test/support/server/two-servers.ts'

const MINUTE_MS = 60_000
/** For so long a leader keeps what it has taken over. */
const LEAST_TERM_MS = 31_000
const SLOW = { timeout: 60_000, interval: 50 }

const isPossible = hasPostgresql() && hasRedis && existsSync('dist/server/main.js')

interface Worker {
  readonly pid: number
  readonly output: () => string
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>
  readonly hasEnded: () => boolean
  readonly signal: (name: NodeJS.Signals) => void
}

describe.skipIf(!isPossible)('two workers', { timeout: 240_000 }, () => {
  const disposables: AsyncDisposable[] = []
  const workers: Worker[] = []
  const folders: string[] = []
  let kraken: FakeKraken
  let redis: TestRedis
  let url: string
  let market: QuickMarket
  let log: RedisLog
  /** End of each minute in its order in a stream, unix ms. */
  const ends = new Map<string, number[]>()
  const M1 = candleKey('BTCUSD', 'M1')
  const LEVELS = analysisKey('BTCUSD', 'support_resistance')

  beforeAll(async () => {
    const server = await startPostgresql()
    const database = await createDatabase(server.url)
    redis = await startRedis()
    disposables.push(database, server, redis)
    ;({ url } = database)
    kraken = await startFakeKraken()
    market = runQuickMarket(kraken, ['BTCUSD'], 4 * 3_600)
    log = createRedisLog({ url: redis.url, name: 'pairbot:kraken', report: () => undefined })
    log.appended$.subscribe(({ key, entry }) =>
      ends.set(key, [...(ends.get(key) ?? []), entry.provenance.exchange_time]),
    )
  }, 120_000)
  afterAll(async () => {
    for (const worker of workers) worker.signal('SIGKILL')
    await Promise.all(workers.map(({ ended }) => ended))
    market.stop()
    await kraken.stop()
    await log.close()
    for (const each of disposables) await each[Symbol.asyncDispose]()
    for (const folder of folders) await removeDataDir(folder)
  }, 60_000)

  async function startWorker(
    over: { readonly REDIS_URL?: string; readonly PAIRBOT_KRAKEN_WS?: string } = {},
  ): Promise<Worker> {
    const dataDir = await makeEmptyDir()
    const [earlier] = folders
    if (earlier !== undefined) await cp(join(earlier, 'signing-keys.json'), join(dataDir, 'signing-keys.json'))
    folders.push(dataDir)
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...cleanEnvironment(),
        PORT: '0',
        PAIRBOT_ROLE: 'worker',
        PAIRBOT_DATA_DIR: dataDir,
        PAIRBOT_MARKET: 'kraken',
        PAIRBOT_PAIRS: 'XBTUSD',
        PAIRBOT_KRAKEN_WS: kraken.ws,
        PAIRBOT_KRAKEN_REST: kraken.rest,
        PAIRBOT_ADMIN_EMAIL: ADMIN.email,
        PAIRBOT_ADMIN_PASSWORD: ADMIN.password,
        DATABASE_URL: url,
        REDIS_URL: redis.url,
        ...over,
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
    const worker: Worker = {
      pid: child.pid ?? 0,
      output: () => output,
      ended: once(child, 'exit').then(() => child.exitCode),
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      signal: (name) => void child.kill(name),
    }
    workers.push(worker)
    await expect.poll(worker.output, SLOW).toContain('Standby on port')
    return worker
  }

  const newest = () => ends.get(M1)?.at(-1) ?? 0
  /** Milliseconds until a minute that was still running is in the log. */
  async function takeover(): Promise<number> {
    const since = performance.now()
    const running = market.openedMs() + MINUTE_MS
    await expect.poll(newest, SLOW).toBeGreaterThanOrEqual(running)
    return Math.round(performance.now() - since)
  }
  const somethingPublished = async (minutes: number) => {
    const until = newest() + minutes * MINUTE_MS
    await expect.poll(newest, SLOW).toBeGreaterThanOrEqual(until)
  }

  function expectWhole(): void {
    for (const key of [M1, LEVELS]) {
      const found = ends.get(key) ?? []
      expect(found).toEqual(found.map((_, index) => (found[0] ?? 0) + index * MINUTE_MS))
    }
  }

  it('[LD-21] [LD-24] [LD-30] [LD-40] every minute is published once, whatever happens to the leader', async () => {
    const first = await startWorker()
    await expect.poll(first.output, SLOW).toContain('Pairbot is ready')
    await expect.poll(newest, SLOW).toBeGreaterThan(0)
    const address = /Pairbot is ready: (\S+)/.exec(first.output())?.[1] ?? ''
    const token = await signInAt({ address })
    const body = strategyBody({ id: 'custom_led', status: 'active' })
    const created = await call({ address }, token, 'POST', ['strategy', STRATEGIES.custom.path], body)
    const { strategy_id: id } = z.parse(createdStrategySchema, created.body)
    const second = await startWorker()
    await somethingPublished(5)

    first.signal('SIGKILL')
    const killed = await takeover()
    const third = await startWorker()
    await somethingPublished(5)

    second.signal('SIGSTOP')
    const stoppedAt = market.openedMs()
    const stopped = await takeover()
    await expect.poll(() => market.openedMs(), SLOW).toBeGreaterThanOrEqual(stoppedAt + 15 * MINUTE_MS)
    second.signal('SIGCONT')
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('Pairbot ends: Another process has taken over the analysis of BTC/USD')

    const fourth = await startWorker()
    await somethingPublished(3)
    third.signal('SIGTERM')
    const planned = await takeover()
    expect(await third.ended).toBe(0)
    await expect.poll(fourth.output, SLOW).toContain('Pairbot is ready')
    await somethingPublished(3)

    process.stderr.write(`takeover: killed ${killed} ms, stopped ${stopped} ms, planned ${planned} ms\n`)
    // 4 to 7 s on an idle machine.
    expect(Math.max(killed, stopped, planned)).toBeLessThan(20_000)
    expectWhole()
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ decisions: number; minutes: number }>(
      `select count(*)::int as decisions, count(distinct decided_at / 60000)::int as minutes
        from strategy_decisions where strategy_id = $1`,
      [id],
    )
    await client.end()
    const [row] = rows
    expect(row?.decisions).toBeGreaterThan(10)
    expect(row?.minutes).toBe(row?.decisions)
  })

  it(
    '[LD-16] a leader that alone cannot reach Redis, or Kraken, is followed by one that can',
    { timeout: 420_000 },
    async () => {
      const [toRedis, toKraken] = await Promise.all([
        startFaultProxy(redis.port),
        startFaultProxy(Number(new URL(kraken.ws).port)),
      ])
      const before = workers.filter(({ hasEnded }) => !hasEnded())
      const first = await startWorker({ REDIS_URL: `redis://127.0.0.1:${toRedis.port}` })
      for (const each of before) each.signal('SIGTERM')
      await expect.poll(first.output, SLOW).toContain('Pairbot is ready')
      const second = await startWorker({ PAIRBOT_KRAKEN_WS: kraken.ws.replace(/:\d+/, `:${toKraken.port}`) })
      const times: number[] = []
      for (const [leader, proxy] of [
        [first, toRedis],
        [second, toKraken],
      ] as const) {
        if (leader === second) await startWorker()
        await delay(LEAST_TERM_MS)
        proxy.set('blackhole')
        times.push(await takeover())
        expect(await leader.ended).toBe(1)
        expect(leader.output()).toContain(
          'does not respond to this process, but to another: it gives up the analysis of BTC/USD',
        )
      }
      process.stderr.write(`takeover without Redis ${times[0]} ms, without Kraken ${times[1]} ms\n`)
      expect(Math.max(...times)).toBeLessThan(20_000)
      await somethingPublished(3)
      expectWhole()
      await Promise.all([toRedis.close(), toKraken.close()])
    },
  )
})
