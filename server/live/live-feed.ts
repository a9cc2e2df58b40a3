import type { Observable } from 'rxjs'
import type { EndpointDeps } from '#server/gateway/ports.ts'
import type { MarketService } from '#server/market/ports.ts'
import type { RedisState, RedisTime, StreamLog } from '#server/streams/ports.ts'
import type { ProxyAnalytics } from '#contract/proxy.ts'

/** What sockets, health and the stream-proxy need of the live pipeline, whichever process runs it. */
export interface LiveFeed {
  readonly market: Pick<MarketService, 'describe' | 'lastSeen' | 'notices'>
  readonly log: StreamLog
  readonly endpoints: readonly EndpointDeps[]
  /** Health of the analysis. */
  readonly analysis: () => ProxyAnalytics['health']
  /** State of the connections to Redis; empty without one. */
  readonly redisStates: () => readonly RedisState[]
  /** What Redis takes. */
  readonly redisTimes$: Observable<RedisTime>
}
