import { map, timestamp } from 'rxjs'
import type { Observable, TimestampProvider } from 'rxjs'
import type { Market } from '#contract/provenance.ts'

/** What the server said of its market, and when it was heard (wall time, unix ms). */
export interface HeardMarket {
  readonly market: Market
  readonly heardAt: number
}

/** Each word about the market with the time it came. */
export const hearMarket = (market$: Observable<Market>, clock: TimestampProvider = Date): Observable<HeardMarket> =>
  market$.pipe(
    timestamp(clock),
    map(({ value, timestamp: heardAt }) => ({ market: value, heardAt })),
  )

/** Market time at wall time `now`, unix ms: it runs on from what was heard last, at the market's own speed. */
export const marketTimeAt = ({ market, heardAt }: HeardMarket, now: number): number =>
  market.now + Math.max(0, now - heardAt) * market.speed
