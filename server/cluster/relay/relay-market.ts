import { interval, map, merge, startWith, type SchedulerLike, type Subscription } from 'rxjs'
import { DEFAULT_TIMEFRAME, TIMEFRAMES } from '#contract/timeframes.ts'
import type { MarketFeed, MarketPublication } from '#server/market/market-feed.ts'
import type { AnalyticsFeed } from '#server/streams/analytics-feed.ts'
import { LEADER_STREAM, type LeaderDescription, type RelayedMessage } from './ports.ts'
import type { RelayWriter } from './writer.ts'

/** How often the leader shows that it is there. */
export const DESCRIBE_MS = 1_000

export interface RelaySource {
  readonly feed: Pick<MarketFeed, 'publications$' | 'rollups'>
  readonly analytics: Pick<AnalyticsFeed, 'updates$'>
  readonly describe: () => LeaderDescription
  readonly scheduler: SchedulerLike
}

const toRelayed = ({ stream, delivery, message }: MarketPublication): RelayedMessage => ({
  stream,
  kind: delivery === 'lossless' ? 'closed' : 'newest',
  message,
})

/** Publishes to the gateways what no log has: candles of all timeframes, overviews, running values and the description. */
export function relayMarket(
  { feed, analytics, describe, scheduler }: RelaySource,
  writer: Pick<RelayWriter, 'publish'>,
): Subscription {
  const longer = TIMEFRAMES.filter((timeframe) => timeframe !== DEFAULT_TIMEFRAME)
  const candles$ = merge(feed.publications$, ...longer.map((timeframe) => feed.rollups(timeframe).publications$))
  const subscription = candles$.subscribe((publication) => writer.publish(toRelayed(publication)))
  subscription.add(
    analytics.updates$.subscribe(({ key, delivery, update }) => {
      // Entries reach the gateways through the log.
      if (delivery === 'latest') writer.publish({ stream: `running ${key}`, kind: 'passing', message: update })
    }),
  )
  subscription.add(
    interval(DESCRIBE_MS, scheduler)
      .pipe(startWith(-1), map(describe))
      .subscribe((message) => writer.publish({ stream: LEADER_STREAM, kind: 'newest', message })),
  )
  return subscription
}
