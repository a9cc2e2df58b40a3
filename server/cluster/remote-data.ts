import { EMPTY } from 'rxjs'
import type { MarketKind } from '#contract/provenance.ts'
import { createRemoteLog } from '#server/cluster/relay/remote-log.ts'
import { createRemoteMarket } from '#server/cluster/relay/remote-market.ts'
import { inOrder } from '#server/cluster/relay/running-values.ts'
import type { RelayReader } from '#server/cluster/relay/ports.ts'
import { createAnalyticsFeed } from '#server/streams/analytics-feed.ts'
import type { RedisLog } from '#server/streams/redis/redis-log.ts'
import { analyticsEndpoint } from '../live/analytics-endpoint.ts'
import type { LiveFeed } from '../live/live-feed.ts'

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
