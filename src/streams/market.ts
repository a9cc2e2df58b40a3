import { merge, mergeMap, type Observable } from 'rxjs'
import type { Market } from '#contract/provenance.ts'
import type { Inbox } from './inbox.ts'

/** What the server last said of its market, and when that came in (unix ms). */
export interface MarketReading {
  readonly market: Market
  readonly receivedAt: number
}

/** Readings out of acknowledgements and status messages; a message that says nothing of the market gives none. */
export const readMarket = ({ acks$, statuses$ }: Pick<Inbox, 'acks$' | 'statuses$'>): Observable<MarketReading> =>
  merge(acks$, statuses$).pipe(
    mergeMap(({ message, receivedAt }) => {
      const { market } = message.data
      return market === undefined ? [] : [{ market, receivedAt }]
    }),
  )

/** The market clock now, in unix ms: it runs on from the last reading at the market's speed. */
export const marketTime = ({ market, receivedAt }: MarketReading, now: number): number =>
  market.now + Math.max(0, now - receivedAt) * market.speed
