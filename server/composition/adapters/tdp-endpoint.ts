import { filter, map, merge, share, throttleTime, type Observable, type SchedulerLike } from 'rxjs'
import type { MarketOverview } from '#contract/messages.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { EndpointDeps, Publication } from '#server/gateway/ports.ts'
import type { CandleFeed } from '#server/market/live-updates.ts'
import { toMarketOverview } from '#server/market/overview.ts'
import type { MarketService } from '#server/market/ports.ts'

/** Interval of the overview; 24-hour statistics change slowly. */
const OVERVIEW_INTERVAL_MS = 5_000

interface Deps {
  readonly market: MarketService
  readonly candles: CandleFeed
  readonly now: () => number
  readonly scheduler: SchedulerLike
}

/** The market-data socket: live candles, and every few seconds an overview of all pairs. */
export function tdpEndpoint({ market, candles, now, scheduler }: Deps): EndpointDeps {
  const overview = (): MarketOverview => toMarketOverview(market, now())
  const overviews$: Observable<Publication> = market.events$.pipe(
    filter(({ kind }) => kind === 'partial' || kind === 'closed'),
    throttleTime(OVERVIEW_INTERVAL_MS, scheduler, { leading: true, trailing: true }),
    map(() => ({ stream: 'overview', delivery: 'latest' as const, message: overview() })),
  )
  return {
    path: SOCKET_PATHS.tdp,
    publications$: merge(candles.publications$, overviews$).pipe(share()),
    snapshot: () => [...candles.latest(), overview()],
    streams: () => candles.streams(),
  }
}
