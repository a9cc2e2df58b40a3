import { STRATEGY } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import type { PastDecisions, PricePoint } from '#contract/strategies/decisions.ts'
import type { StreamsPort } from '../ports.ts'
import type { ReadDecision } from '../store/decisions.ts'
import { decisionOf } from './views.ts'

const MINUTE_MS = 60_000

const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS)

/** Every nth point, and always the last. */
function thinned(points: readonly PricePoint[], count: number): PricePoint[] {
  const step = Math.ceil(points.length / count)
  return points.filter((_, index) => (points.length - 1 - index) % step === 0)
}

/**
 * [SG-86] Decisions with the price at each and what it did afterwards, and the prices since the oldest of them: those of the
 * first pair of the strategy.
 * @param now market time, unix ms
 */
export function withConsequences(
  rows: readonly ReadDecision[],
  pair: PairId | undefined,
  streams: Pick<StreamsPort, 'prices'>,
  now: number,
): PastDecisions {
  const oldest = rows.at(-1)?.decidedAt
  if (oldest === undefined) return { decisions: [], prices: [] }
  const from = minuteOf(oldest) * MINUTE_MS
  const pricesOf = new Map(
    [...new Set(rows.map((row) => row.pair))].map((each) => [each, streams.prices(each, from, now)]),
  )
  const closes = new Map(
    [...pricesOf].map(([each, points]) => [each, new Map(points.map(({ at, price }) => [minuteOf(at), price]))]),
  )
  return {
    decisions: rows.map((row) => {
      const minute = minuteOf(row.decidedAt)
      const price = closes.get(row.pair)?.get(minute) ?? null
      return {
        ...decisionOf(row),
        price,
        later: STRATEGY.backtestHorizons.map((after) => {
          const later = closes.get(row.pair)?.get(minute + after)
          return {
            after_minutes: after,
            change: price === null || later === undefined ? null : 100 * (later / price - 1),
          }
        }),
      }
    }),
    prices: thinned((pair && pricesOf.get(pair)) ?? [], STRATEGY.pricePoints),
  }
}
