import { existsSync } from 'node:fs'
import { setMaxListeners } from 'node:events'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { backtestsResponseSchema, changedBacktestSchema, dataSetsResponseSchema } from '#contract/backtests/jobs.ts'
import type { BacktestRequest } from '#contract/backtests/request.ts'
import * as BACKTESTS from '#contract/endpoints/backtests.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import type { PairId } from '#contract/pairs.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { candleKey } from '#contract/payloads/streams.ts'
import { availabilityResponseSchema } from '#contract/strategies/availability.ts'
import { EXAMPLE_STRATEGY } from '#contract/strategies/example.ts'
import { follow, signIn, stored } from '#test/support/cluster/loaded-cluster.ts'
import { disorder, MINUTE_MS } from '#test/support/cluster/minutes.ts'
import { runQuickMarket } from '#test/support/cluster/quick-market.ts'
import { originOf } from '#test/support/cluster/servers.ts'
import { startFakeKraken } from '#test/support/server/kraken.ts'
import { hasRedis } from '#test/support/server/redis.ts'
import { cleanEnvironment } from '#test/support/server/server.ts'
import { startCluster, type Cluster } from '../../scripts/cluster/cluster.ts'
import { supervise } from '../../scripts/cluster/supervise.ts'
import { findPostgresql } from '../../scripts/services.mjs'

const isPossible = findPostgresql() !== undefined && hasRedis && existsSync('dist/server/main.js')
const PAIRS = ['BTCUSD', 'ETHUSD'] as const
const SLOW = { timeout: 90_000, interval: 50 }
const rowsSchema = z.array(z.object({ pair: z.string(), address: z.nullable(z.string()) }))

async function query({ postgresql }: Cluster, text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: postgresql.url })
  await client.connect()
  const { rows } = await client.query(text, [...values])
  await client.end()
  return rows
}

/** The worker that leads each pair, by its number; absent while none does. */
async function leaders(cluster: Cluster): Promise<Readonly<Record<string, number>>> {
  const text = 'select pair, address from leases where expires_at > clock_timestamp() order by pair'
  const numbered = rowsSchema.parse(await query(cluster, text)).flatMap(({ pair, address }) => {
    const number = cluster.workers.findIndex((worker) => originOf(worker) === address)
    return number === -1 ? [] : [[pair, number] as const]
  })
  return Object.fromEntries(numbered)
}

/** Two days of minutes of ETH/USD before those that its leader has in memory. */
const EARLIER = `
  insert into minute_candles (market, pair, opened_at, open, high, low, close, volume)
  select 'kraken', 'ETHUSD', at, 2000 + at % 7, 2010, 1990, 2000 + at % 5, 1 from generate_series($1::bigint - 172800, $1 - 60, 60) at
  on conflict do nothing`

describe.skipIf(!isPossible)('three workers that lead one of two pairs each', { timeout: 300_000 }, () => {
  it('[BT-37] [LD-18] [LD-19] [RL-25] the one that stands by takes the pair of either, and the last one takes both', async () => {
    const kraken = await startFakeKraken()
    const market = runQuickMarket(kraken, PAIRS)
    const env = {
      ...cleanEnvironment(),
      PAIRBOT_MARKET: 'kraken',
      PAIRBOT_PAIRS: 'XBTUSD,ETHUSD',
      PAIRBOT_PAIRS_PER_WORKER: '1',
      PAIRBOT_KRAKEN_WS: kraken.ws,
      PAIRBOT_KRAKEN_REST: kraken.rest,
    }
    const cluster = await startCluster({ workers: 3, gateways: 2, port: 0, env })
    const stopping = new AbortController()
    setMaxListeners(0, stopping.signal)
    // What is killed here has lost its machine; what ends by itself is started again.
    const supervised = cluster.workers.map((each) =>
      supervise(each, {
        isWanted: ({ process: { signalCode } }) => !stopping.signal.aborted && signalCode === null,
        waitMs: 2_000,
      }),
    )
    try {
      await expect.poll(async () => Object.keys(await leaders(cluster)), SLOW).toEqual([...PAIRS])
      const token = await signIn(cluster)
      const followers = PAIRS.flatMap((pair) =>
        cluster.gateways.map((each) => ({ pair, ...follow(originOf(each), token, stopping.signal, pair) })),
      )
      const seen = (pair: PairId) =>
        followers
          .filter((each) => each.pair === pair)
          .map(({ minutes }) => minutes.get(candleKey(pair, 'M1'))?.at(-1) ?? 0)
      /** Resolves with the milliseconds until all clients have a minute of a pair that still runs. */
      async function untilGoesOn(pair: PairId): Promise<number> {
        const [began, running] = [performance.now(), market.openedMs() + MINUTE_MS]
        await expect.poll(() => Math.min(...seen(pair)), SLOW).toBeGreaterThanOrEqual(running)
        return Math.round(performance.now() - began)
      }
      async function untilPassed(minutes: number): Promise<void> {
        const until = market.openedMs() + minutes * MINUTE_MS
        await expect.poll(() => market.openedMs(), SLOW).toBeGreaterThanOrEqual(until)
      }
      async function call(path: string, body?: object): Promise<unknown> {
        const response = await fetch(`${cluster.address}${DEFAULT_BASES.strategy}${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
        return response.json()
      }
      async function hoursCovered(symbol: PairId): Promise<number> {
        const { signal_sources } = EXAMPLE_STRATEGY
        const answer = await call(STRATEGIES.availability.path, { symbol, signal_sources })
        return availabilityResponseSchema.parse(answer).availability.hours_covered
      }
      async function statusOfBacktest(id: string) {
        const { backtests } = backtestsResponseSchema.parse(await call(BACKTESTS.list.path))
        return backtests.find((each) => each.id === id)
      }
      /** Runs one over a day of ETH/USD, which the other worker leads. */
      async function runBacktest(): Promise<void> {
        await query(cluster, EARLIER, [market.openedMs() / 1_000 - 12 * 3_600])
        const listed = async () => dataSetsResponseSchema.parse(await call(BACKTESTS.data.path)).data_sets
        expect((await listed()).map(({ id }) => id)).toEqual(['market:kraken:BTCUSD', 'market:kraken:ETHUSD'])
        // What its leader has in memory is archived every 15 s, in which as many quick minutes pass.
        const behind = async () => market.openedMs() - ((await listed())[1]?.to ?? 0)
        await expect.poll(behind, SLOW).toBeLessThan(20 * MINUTE_MS)
        const from = (await listed())[1]?.from ?? 0
        const request: BacktestRequest = {
          name: 'A day of another worker',
          subject: { kind: 'template', template_id: 'conservative_trend_following' },
          settings: {
            pair: 'ETHUSD',
            data_set: 'market:kraken:ETHUSD',
            from,
            to: from + 86_400_000,
            capital: 10_000,
            fee_pct: 0.4,
            slippage: { half_spread_pct: 0, range_share: 0 },
            allow_short: false,
          },
        }
        const { backtest_id: id } = changedBacktestSchema.parse(await call(BACKTESTS.start.path, request))
        await expect.poll(() => statusOfBacktest(id), SLOW).toMatchObject({ status: 'done', reason: null })
      }
      for (const pair of PAIRS) {
        await untilGoesOn(pair)
        expect(await hoursCovered(pair)).toBeGreaterThan(1)
      }
      await runBacktest()

      const first = await leaders(cluster)
      const [btc = 0, eth = 0] = [first['BTCUSD'], first['ETHUSD']]
      const standby = [0, 1, 2].find((number) => number !== btc && number !== eth) ?? 0
      const behind: number[] = []
      const watching = setInterval(() => behind.push(market.openedMs() - Math.min(...seen('BTCUSD'))), 50)
      cluster.workers[eth]?.child.process.kill('SIGKILL')
      const takenOver = await untilGoesOn('ETHUSD')
      clearInterval(watching)
      expect(await leaders(cluster)).toEqual({ BTCUSD: btc, ETHUSD: standby })
      // The other pair was not interrupted: no client was more than a few quick minutes behind.
      const othersBehind = Math.max(...behind) / MINUTE_MS
      await untilPassed(3)

      const last = cluster.workers[btc]
      if (last === undefined) throw new Error('no worker')
      const { child } = last
      cluster.workers[standby]?.child.process.kill('SIGKILL')
      const killedAt = performance.now()
      await child.ended
      const pausedAt = performance.now()
      expect(child.output()).toContain(
        'Pairbot ends: No process stands by for ETH/USD, which this one runs when it is started again: it gives up the analysis of BTC/USD',
      )
      await Promise.all(PAIRS.map(untilGoesOn))
      const [unled, paused] = [performance.now() - killedAt, performance.now() - pausedAt].map(Math.round)
      expect(await leaders(cluster)).toEqual({ BTCUSD: btc, ETHUSD: btc })
      await untilPassed(5)

      process.stderr.write(
        `takeover of one pair: ${takenOver} ms, the other at most ${othersBehind} s behind; ` +
          `without a standby: both led after ${unled} ms, of which the last one's own pair paused ${paused} ms\n`,
      )
      const problems = followers.flatMap(({ pair, minutes }, index) => disorder(`client ${index} of ${pair}`, minutes))
      expect([...problems, ...disorder('in Redis', await stored(cluster.redis.url))]).toEqual([])
      expect(followers.map(({ sockets }) => sockets())).toEqual([1, 1, 1, 1])
      // 6 to 8 s on an idle machine.
      expect(takenOver).toBeLessThan(20_000)
      expect(othersBehind).toBeLessThan(5)
    } finally {
      stopping.abort()
      await cluster.stop()
      await Promise.all(supervised)
      market.stop()
      await kraken.stop()
    }
  })
})
