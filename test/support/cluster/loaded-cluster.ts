import { setMaxListeners } from 'node:events'
import WebSocket from 'ws'
import { expect } from 'vitest'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import type { PairId } from '#contract/pairs.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { createRedisLog } from '#server/streams/redis/redis-log.ts'
import { startFakeKraken } from '#test/support/server/kraken.ts'
import { cleanEnvironment } from '#test/support/server/server.ts'
import { createClient } from '../../../examples/client.ts'
import { followAnalysis } from '../../../examples/follow-analysis.ts'
import { startCluster, type Cluster, type ClusterServer } from '../../../scripts/cluster/cluster.ts'
import { supervise } from '../../../scripts/cluster/supervise.ts'
import { disorder, MINUTE_MS, type Minutes } from './minutes.ts'
import { runQuickMarket, type QuickMarket } from './quick-market.ts'
import { leaderOf, originOf } from './servers.ts'
import { startWriter, type Writer } from './writer.ts'

const MOST = 1_000
const SLOW = { timeout: 60_000, interval: 50 }

/** A client that follows all streams at one gateway. */
export interface Follower {
  readonly minutes: Minutes
  /** Sockets that it has opened so far. */
  readonly sockets: () => number
}

/** A cluster of two workers and two gateways under load, whose servers are started again when they end. */
export interface LoadedCluster extends AsyncDisposable {
  readonly cluster: Cluster
  readonly market: QuickMarket
  readonly writers: readonly Writer[]
  readonly followers: readonly Follower[]
  /** What is in Redis. */
  readonly minutes: Minutes
  leader(): Promise<ClusterServer>
  /** Of the administrator. */
  readonly token: string
  /** Resolves when a minute that still runs now is in Redis: with how long that took, ms. */
  untilPublished(): Promise<number>
  /** The same, and when every follower has it as well. */
  untilGoesOn(): Promise<number>
  /** Resolves when so many minutes of the market have passed. */
  untilPassed(minutes: number): Promise<void>
  /** Ends the writing; resolves with what was lost, doubled or out of order, and what is only in part there. */
  problems(): Promise<readonly string[]>
}

/** Resolves with an access token of the administrator. */
export async function signIn({ address, administrator }: Cluster): Promise<string> {
  const response = await fetch(`${address}${DEFAULT_BASES.identity}${AUTH.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  return successOf(sessionGrantSchema).parse(await response.json()).data.access_token
}

const add = (minutes: Map<string, number[]>, key: string, end: number) =>
  minutes.set(key, [...(minutes.get(key) ?? []), end])

/** Follows all streams of a pair at an address until the signal. */
export function follow(origin: string, token: string, signal: AbortSignal, pair: PairId = 'BTCUSD') {
  const minutes = new Map<string, number[]>()
  let sockets = 0
  const following = followAnalysis(createClient(origin, token), {
    pair,
    signal,
    onUpdate({ data: { stream_key: key = '', provenance } }: AnalyticsUpdate) {
      if (provenance) add(minutes, key, provenance.exchange_time)
    },
    connect(address) {
      sockets += 1
      return new WebSocket(address)
    },
  })
  return { minutes, sockets: () => sockets, following }
}

/** All that Redis has, as a process that begins would read it. */
export async function stored(url: string): Promise<Minutes> {
  const log = openLog(url)
  try {
    await log.whenReady
    const streams = await Promise.all(
      (await log.keys()).map(async (key) => {
        const entries = await log.recent(key, MOST)
        // The newest is first.
        return [key, entries.map(({ provenance }) => provenance.exchange_time).toReversed()] as const
      }),
    )
    return new Map(streams)
  } finally {
    await log.close()
  }
}

const openLog = (url: string) =>
  createRedisLog({ url, name: 'pairbot:kraken', isFollower: true, report: () => undefined })

/** Starts the cluster with a writer and followers at each gateway. `key` is the stream by which minutes are watched. */
export async function startLoadedCluster(key: string, followersEach = 1): Promise<LoadedCluster> {
  const kraken = await startFakeKraken()
  const market = runQuickMarket(kraken)
  const env = {
    ...cleanEnvironment(),
    PAIRBOT_MARKET: 'kraken',
    PAIRBOT_PAIRS: 'XBTUSD',
    PAIRBOT_KRAKEN_WS: kraken.ws,
    PAIRBOT_KRAKEN_REST: kraken.rest,
  }
  const cluster = await startCluster({ workers: 2, gateways: 2, port: 0, env })
  const log = openLog(cluster.redis.url)
  const minutes = new Map<string, number[]>()
  log.appended$.subscribe((each) => add(minutes, each.key, each.entry.provenance.exchange_time))
  const token = await signIn(cluster)
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  const origins = cluster.gateways.map(originOf)
  const followers = origins.flatMap((origin) =>
    Array.from({ length: followersEach }, () => follow(origin, token, stopping.signal)),
  )
  const writers = origins.map((origin, index) => startWriter(`w${index}`, origin, token, cluster.administrator))
  const supervised = [...cluster.workers, ...cluster.gateways].map((server) =>
    supervise(server, { isWanted: () => !stopping.signal.aborted }),
  )
  const newest = (from: Minutes) => from.get(key)?.at(-1) ?? 0
  async function untilPublished(end: number): Promise<number> {
    const began = performance.now()
    await expect.poll(() => newest(minutes), SLOW).toBeGreaterThanOrEqual(end)
    return Math.round(performance.now() - began)
  }

  return {
    cluster,
    market,
    token,
    writers,
    followers,
    minutes,
    leader: () => leaderOf(cluster),
    untilPublished: () => untilPublished(market.openedMs() + MINUTE_MS),
    async untilGoesOn() {
      const running = market.openedMs() + MINUTE_MS
      const took = await untilPublished(running)
      for (const each of followers) await expect.poll(() => newest(each.minutes), SLOW).toBeGreaterThanOrEqual(running)
      return took
    },
    async untilPassed(count) {
      const until = market.openedMs() + count * MINUTE_MS
      await expect.poll(() => market.openedMs(), SLOW).toBeGreaterThanOrEqual(until)
    },
    async problems() {
      await Promise.all(writers.map((writer) => writer.stop()))
      const missing = await Promise.all(writers.map((writer) => writer.missing(cluster.address)))
      return [
        ...missing.flat(),
        ...disorder('announced', minutes),
        ...disorder('in Redis', await stored(cluster.redis.url)),
        ...followers.flatMap((each, index) => disorder(`client ${index + 1}`, each.minutes)),
      ]
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all([...followers.map(({ following }) => following), ...writers.map((writer) => writer.stop())])
      await log.close()
      await cluster.stop()
      await Promise.all(supervised)
      market.stop()
      await kraken.stop()
    },
  }
}
