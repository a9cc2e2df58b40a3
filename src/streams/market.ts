import { merge, mergeMap, type Observable } from 'rxjs'
import type { Market } from '#contract/provenance.ts'
import type { MessageRouter } from './message-router.ts'

/** The market as last reported by the server, with the time of arrival (unix ms). */
export interface MarketSnapshot {
  readonly market: Market
  readonly receivedAt: number
}

/** Market snapshots from acknowledgements and status messages that contain one. */
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

/** Current market time, unix ms: continues from the snapshot at the market's speed. */
export const marketTime = ({ market, receivedAt }: MarketSnapshot, now: number): number =>
  market.now + Math.max(0, now - receivedAt) * market.speed

/**
 * The market at the time of data that is later than its clock, as after a status that arrived late; else as it is. Only a
 * replay is moved: other clocks are those of the exchange.
 */
export function advancedTo(snapshot: MarketSnapshot, exchangeTime: number, receivedAt: number): MarketSnapshot {
  const { market } = snapshot
  return market.kind !== 'replay' || exchangeTime <= marketTime(snapshot, receivedAt)
    ? snapshot
    : { market: { ...market, now: exchangeTime }, receivedAt }
}

/** How often to update what shows market time, in ms of wall time: a fast replay passes minutes in a second. */
export const marketDisplayMs = (snapshot: MarketSnapshot | undefined): number =>
  snapshot === undefined || snapshot.market.speed <= 1 ? 1_000 : 250

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Latest plausible time of market data, unix ms. Without a market clock, our own may be hours off. */
export const latestPlausibleTime = (snapshot: MarketSnapshot | undefined, now: number): number =>
  snapshot === undefined ? now + DAY_MS : marketTime(snapshot, now) + HOUR_MS
