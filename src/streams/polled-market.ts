import type { MarketKind, Provenance } from '#contract/provenance.ts'
import type { MarketSnapshot } from './market.ts'

const LABELS: Record<MarketKind, string> = { kraken: 'Live · Kraken', replay: 'Replay', simulated: 'Simulated' }
/** Minimum distance between two data points to derive the speed of a replay. */
const PACE_MS = 5_000
/** A larger step backwards means that the replay restarted. */
const RESTART_MS = 3_600_000

/** Derives market snapshots from polled data while no socket reports the market. */
export interface PolledMarket {
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
