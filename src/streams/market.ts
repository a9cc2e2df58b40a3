import { merge, mergeMap, type Observable } from 'rxjs'
import type { Market } from '#contract/provenance.ts'
import type { MessageRouter } from './message-router.ts'

/** What the server last said of its market, and when that came in (unix ms). */
export interface MarketSnapshot {
  readonly market: Market
  readonly receivedAt: number
}

/** Readings out of acknowledgements and status messages; a message that says nothing of the market gives none. */
export const marketSnapshots = ({
  acks$,
  statuses$,
}: Pick<MessageRouter, 'acks$' | 'statuses$'>): Observable<MarketSnapshot> =>
  merge(acks$, statuses$).pipe(
    mergeMap(({ message, receivedAt }) => {
      const { market } = message.data
      return market === undefined ? [] : [{ market, receivedAt }]
    }),
  )

/** The market clock now, in unix ms: it runs on from the last reading at the market's speed. */
export const marketTime = ({ market, receivedAt }: MarketSnapshot, now: number): number =>
  market.now + Math.max(0, now - receivedAt) * market.speed

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** The latest time (unix ms) that market data can bear now. Without a market clock our own may be hours wrong. */
export const latestPlausibleTime = (snapshot: MarketSnapshot | undefined, now: number): number =>
  snapshot === undefined ? now + DAY_MS : marketTime(snapshot, now) + HOUR_MS
