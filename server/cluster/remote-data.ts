import { randomUUID } from 'node:crypto'
import { EMPTY, Observable, ReplaySubject, switchMap } from 'rxjs'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { RelayReader } from '#server/cluster/relay/ports.ts'
import { createRemoteMarket } from '#server/cluster/relay/remote-market.ts'
import { type AnalyticsFeed, type AnalyticsPublication, createAnalyticsFeed } from '#server/streams/analytics-feed.ts'
import type { StreamLog } from '#server/streams/ports.ts'
import type { RedisLog } from '#server/streams/redis/redis-log.ts'
import { analyticsEndpoint } from '../live/analytics-endpoint.ts'
import type { LiveFeed } from '../live/live-feed.ts'

/** A log that can be replaced by that of another market. */
interface RemoteLog<Log extends StreamLog> extends StreamLog {
  /** The log in use; undefined until the market is known. */
  readonly current: () => Log | undefined
}

const UNKNOWN = 'the market is not known yet'

/**
 * The log of the leader's market, opened when the leader has named its kind. Data of two markets is never mixed: a leader with another one has
 * another log, under another epoch.
 */
function createRemoteLog<Log extends StreamLog>(
  kind$: Observable<MarketKind>,
  open: (kind: MarketKind) => Log,
  report: (error: unknown) => void,
): RemoteLog<Log> {
  const unknownEpoch = randomUUID()
  const logs = new ReplaySubject<Log>(1)
  let log: Log | undefined
  const subscription = kind$.subscribe((kind) => {
    log?.close().catch(report)
    log = open(kind)
    logs.next(log)
  })
  const known = async (): Promise<Log> => {
    if (!log) throw new Error(UNKNOWN)
    return log
  }

  return {
    engine: 'redis',
    current: () => log,
    get epoch() {
      return log?.epoch ?? unknownEpoch
    },
    // What is open can be read; who opened it reports what is wrong with it.
    whenReady: Promise.resolve(),
    appended$: logs.pipe(switchMap(({ appended$ }) => appended$)),
    reloaded$: logs.pipe(switchMap(({ reloaded$ }) => reloaded$)),
    append: async (key, data, provenance) => (await known()).append(key, data, provenance),
    setPast: async (key, past) => (await known()).setPast(key, past),
    recent: async (key, count) => (await known()).recent(key, count),
    after: async (key, id, limit) => (await known()).after(key, id, limit),
    info: async (key) => (await known()).info(key),
    keys: async () => (await known()).keys(),
    // Without a leader there is nothing to read: that is what the market says, not a fault of the log.
    problem: () => log?.problem(),
    check: async () => (await known()).check(),
    async close() {
      subscription.unsubscribe()
      logs.complete()
      await log?.close()
    },
  }
}

/** The entries that a gateway has of a stream, and of which epoch. */
interface KnownEntries {
  readonly epoch: () => string
  readonly lastSeq: (key: string) => number
}

/**
 * Entries, and running values between the two entries that they were computed between. The two arrive over different
 * connections: a value that is early waits for its entry, one that is late is dropped.
 */
export const inOrder = (
  entries$: AnalyticsFeed['updates$'],
  running$: Observable<AnalyticsUpdate>,
  { epoch, lastSeq }: KnownEntries,
): Observable<AnalyticsPublication> =>
  new Observable((subscriber) => {
    const early = new Map<string, AnalyticsUpdate>()
    const next = (key: string, update: AnalyticsUpdate) => subscriber.next({ key, delivery: 'latest', update })
    const subscription = entries$.subscribe((publication) => {
      subscriber.next(publication)
      const { key, update } = publication
      const waiting = early.get(key)
      if (waiting === undefined || (waiting.seq ?? 0) > (update.seq ?? 0)) return
      early.delete(key)
      if (waiting.seq === update.seq && waiting.epoch === update.epoch) next(key, waiting)
    })
    subscription.add(
      running$.subscribe((update) => {
        const key = update.data.stream_key
        if (key === undefined || update.epoch !== epoch()) return
        const { seq = 0 } = update
        const known = lastSeq(key)
        if (seq === known) next(key, update)
        else if (seq > known) early.set(key, update)
      }),
    )
    return subscription
  })

export interface RemoteDataDeps {
  readonly reader: RelayReader
  readonly openLog: (kind: MarketKind) => RedisLog
  readonly expectedKind: MarketKind
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** The live pipeline of other processes, as their relay and the stream log have it. */
export function createRemoteData(deps: RemoteDataDeps): LiveFeed & { stop(): Promise<void> } {
  const { reader, openLog, expectedKind, now, report } = deps
  const market = createRemoteMarket({ reader, now, expectedKind, report })
  const log = createRemoteLog(market.kind$, openLog, report)
  const analytics = createAnalyticsFeed(log)
  const lastSeq = (key: string) => analytics.lastSeq(key)
  const updates$ = inOrder(analytics.updates$, market.running$, { epoch: () => log.epoch, lastSeq })
  return {
    market,
    log,
    endpoints: [market.feed, analyticsEndpoint({ ...analytics, updates$ })],
    analysis: market.analysis,
    redisTimes$: EMPTY,
    redisStates: () => [
      ...(log.current()?.states() ?? []),
      { role: 'relay', connected: reader.problem() === undefined, losses: reader.losses() },
    ],
    async stop() {
      await reader.close()
      await log.close()
      analytics.stop()
    },
  }
}
