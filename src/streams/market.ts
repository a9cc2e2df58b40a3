import { merge, mergeMap, type Observable } from 'rxjs'
import type { Market, MarketKind, Provenance } from '#contract/provenance.ts'
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

const LABELS: Record<MarketKind, string> = { kraken: 'Live · Kraken', replay: 'Replay', simulated: 'Simulated' }
/** Minimum distance between two data points to derive the speed of a replay. */
const PACE_MS = 5_000
/** A larger step backwards means that the replay restarted. */
const RESTART_MS = 3_600_000

/** Derives market snapshots from polled data while no socket reports the market. */
interface PolledMarket {
  /** Snapshot, without pairs, if `provenance` adds information, else undefined. `receivedAt` in unix ms. */
  observe(provenance: Provenance, receivedAt: number): MarketSnapshot | undefined
}

/**
 * Real and simulated markets run on wall time. A replay is at the time of its newest data and runs at the speed of its
 * data.
 */
export function createPolledMarket(): PolledMarket {
  let seen: { readonly first: Provenance; readonly newest: Provenance } | undefined

  /** False if `next` is older or adds no information. */
  function accept(next: Provenance): boolean {
    const newest = seen?.newest
    const isOtherMarket = newest?.market !== next.market
    if (!isOtherMarket && (next.market !== 'replay' || next.published_at < newest.published_at)) return false
    const behind = isOtherMarket ? 0 : newest.exchange_time - next.exchange_time
    if (behind > 0 && behind < RESTART_MS) return false
    seen = { first: seen === undefined || isOtherMarket || behind > 0 ? next : seen.first, newest: next }
    return true
  }

  function speedOf({ first, newest }: NonNullable<typeof seen>): number {
    const passed = newest.published_at - first.published_at
    return passed < PACE_MS ? 1 : Math.max(1, Math.round((newest.exchange_time - first.exchange_time) / passed))
  }

  return {
    observe(provenance, receivedAt) {
      if (!accept(provenance) || seen === undefined) return undefined
      const { market: kind, exchange_time: at } = provenance
      const now = kind === 'replay' ? at : receivedAt
      const speed = kind === 'replay' ? speedOf(seen) : 1
      return { market: { kind, label: LABELS[kind], now, speed, pairs: [] }, receivedAt }
    },
  }
}
