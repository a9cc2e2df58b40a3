import { setImmediate as nextTurn } from 'node:timers/promises'
import { firstValueFrom } from 'rxjs'
import { DEFAULT_TIMEFRAME, TIMEFRAMES } from '#contract/timeframes.ts'
import { createLiveData } from '#server/live/live-data.ts'
import type { LiveFeed } from '#server/live/live-feed.ts'
import { createRemoteData } from '#server/cluster/remote-data.ts'
import { createLogger } from '#server/http/logger.ts'
import type { MarketDeps } from '#server/market/ports.ts'
import type { Recording } from '#server/market/replay/recording.ts'
import { createReplaySource } from '#server/market/replay/source.ts'
import { createRelayReader, type RelayReaderDeps } from '#server/cluster/relay/reader.ts'
import { createRelayWriter, type RelayWriter } from '#server/cluster/relay/writer.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import type { StreamLog } from '#server/streams/ports.ts'
import { createConnection } from '#server/streams/redis/connection.ts'
import { createRedisLog, type RedisLog } from '#server/streams/redis/redis-log.ts'
import { ManualScheduler } from '#test/support/client/manual-scheduler.ts'

/** A minute of the recording passes in ten milliseconds of the injected clock. */
const SPEED = 6_000
const MINUTE_MS = 10
const START = Date.UTC(2026, 0, 5)
const EPOCH = 'the-same'
const logger = createLogger('silent')
const LONGER = TIMEFRAMES.filter((timeframe) => timeframe !== DEFAULT_TIMEFRAME)
const random = () => 0.5

/** A process with a replayed market, whose clock stands still until the next minute. */
export interface ReplayingProcess extends AsyncDisposable {
  readonly feed: LiveFeed
  readonly log: StreamLog
  /** Resolves when the analysis has published the state at its start. */
  start(): Promise<void>
  /** Plays one minute; resolves when everything of it has been published. */
  step(): Promise<void>
}

interface Parts {
  readonly log: StreamLog
  readonly relay?: RelayWriter
  /** Until when the market waits for its history. */
  readonly whenWatched?: () => Promise<void>
}

function replaying(recording: Recording, { log, relay, whenWatched }: Parts): ReplayingProcess {
  const scheduler = new ManualScheduler(START)
  const market: MarketDeps = { now: () => scheduler.now(), random, scheduler, log: logger }
  const source = createReplaySource(recording, SPEED, market)
  const live = createLiveData({
    source: {
      ...source,
      async history(pair, timeframe, limit) {
        await whenWatched?.()
        return source.history(pair, timeframe, limit)
      },
    },
    archive: undefined,
    epoch: EPOCH,
    log,
    relay,
    market,
    logger,
  })
  return {
    feed: live,
    log,
    async start() {
      const published = firstValueFrom(live.publisher.updates$)
      await live.start()
      await published
    },
    async step() {
      scheduler.advance(MINUTE_MS)
      while (live.publisher.backlog() > 0) await nextTurn()
    },
    [Symbol.asyncDispose]: () => live.stop(),
  }
}

/** One process with its log in memory. */
export const oneProcess = (recording: Recording, epoch: string): ReplayingProcess =>
  replaying(recording, { log: createMemoryLog({ epoch }) })

/** A worker and a gateway on one Redis. */
export interface WorkerAndGateway extends AsyncDisposable {
  readonly worker: ReplayingProcess
  /** What sockets of the gateway get. */
  readonly gateway: LiveFeed
}

const report = (problem: unknown) => void process.stderr.write(`${String(problem)}\n`)

const openLog = (url: string, forgets?: () => boolean): RedisLog =>
  createRedisLog({ url, name: 'pairbot:replay', forgets, report })

/** The worker starts when the gateway reads its streams, so that the gateway misses nothing. */
export async function workerAndGateway(recording: Recording, url: string): Promise<WorkerAndGateway> {
  const connect: RelayReaderDeps['connect'] = (onRefused) => createConnection({ url, role: 'relay', random, onRefused })
  const reader = createRelayReader({ connect, random })
  let onOpened: (log: RedisLog) => void = () => undefined
  const opened = new Promise<RedisLog>((resolve) => (onOpened = resolve))
  const gateway = createRemoteData({
    reader,
    openLog(kind) {
      const log = openLog(url)
      if (kind === 'replay') onOpened(log)
      return log
    },
    expectedKind: 'replay',
    now: () => Date.now(),
    report,
  })
  await reader.whenReady
  const log = openLog(url, () => true)
  await log.whenReady
  const relay = createRelayWriter({
    connection: connect(() => undefined),
    epoch: EPOCH,
    scope: { market: 'replay', pairs: ['BTCUSD'] },
    term: () => Promise.resolve(1),
    random,
    onReplaced: () => report('another process leads'),
    // As fast as the gateway reads, not every 16 ms.
    wait: () => nextTurn(),
  })
  const whenWatched = async () => (await opened).whenReady
  const worker = replaying(recording, { log, relay, whenWatched })
  return {
    worker,
    gateway,
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]()
      await gateway.stop()
    },
  }
}

/** Calls back with each message that every client must get, as text, with its stream. */
export function onLossless(feed: LiveFeed, found: (stream: string, text: string) => void): void {
  for (const endpoint of feed.endpoints) {
    const longer = LONGER.map((timeframe) => endpoint.rollups?.(timeframe).publications$)
    for (const publications$ of [endpoint.publications$, ...longer])
      publications$?.subscribe(({ stream, delivery, message }) => {
        if (delivery === 'lossless') found(`${endpoint.path} ${stream}`, JSON.stringify(message))
      })
  }
}
