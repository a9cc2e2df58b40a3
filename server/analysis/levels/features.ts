import type { Candle } from '#contract/candles.ts'
import { clamp, DAY_S, HOUR_S, indexOfTime } from '../candles/math.ts'
import { visitsOf, type Visits } from './visits.ts'
import type { Zone } from './zones.ts'

/** Role of a level: a support breaks downwards, a resistance upwards. */
export type Role = 'support' | 'resistance'

/**
 * Features that a level's strength is computed from:
 * - `reversed`: 1 when price crossed the level since its last pivot, so that it has been both support and resistance
 * - `contested`: 1 when price crossed it one to four times within a day
 * - `crossed`: 1 when price crossed it at its last visit, -1 when it turned back, 0 without a visit in three days
 * - `reaction`: ln of the largest move away from one of its pivots, in hourly ranges, from -1 to 2
 * - `approach`: move of the last hour towards it, in hourly ranges, from -3 to 3
 */
export const FEATURES = ['reversed', 'contested', 'crossed', 'reaction', 'approach'] as const
export type FeatureName = (typeof FEATURES)[number]
export type LevelFeatures = Readonly<Record<FeatureName, number>>

/** Market data that features are computed from. */
export interface LevelInput {
  /** Unix seconds. */
  readonly now: number
  /** Average true range of an hour, in the quote currency. */
  readonly hourlyRange: number
  /** Closed five-minute candles of the last three days, oldest first. */
  readonly fiveMinuteCandles: readonly Candle[]
}

/** Distance that ends a visit, as a share of the hourly range. */
const VISIT_MARGIN = 0.15
const FIVE_MINUTES_S = 300
const MAX_APPROACH = 3
export const LOOKBACK_HOURS = 72

/** Move of the last hour in hourly ranges, positive upwards; 0 while there is no candle that old. */
export function lastHoursMove({ now, hourlyRange, fiveMinuteCandles }: LevelInput): number {
  const closedSince = indexOfTime(fiveMinuteCandles, now - HOUR_S - FIVE_MINUTES_S + 1)
  const before = fiveMinuteCandles[closedSince - 1]?.close
  const price = fiveMinuteCandles.at(-1)?.close
  return before === undefined || price === undefined ? 0 : (price - before) / hourlyRange
}

/** Visits to a zone; separate from `featuresOf`, as touches are counted from visits too. */
export const visitsTo = (zone: Zone, view: LevelInput): Visits =>
  visitsOf(view.fiveMinuteCandles, zone.price, VISIT_MARGIN * view.hourlyRange)

/** The features of a zone in a role. `move`: of the last hour, in hourly ranges. */
export function featuresOf(zone: Zone, role: Role, visits: Visits, move: number, view: LevelInput): LevelFeatures {
  const { now, hourlyRange } = view
  const crossings = visits.ended.filter(({ crossed }) => crossed)
  const today = crossings.filter(({ end }) => end >= now - DAY_S).length
  const lastTurn = zone.pivots.at(-1)?.time ?? 0
  const last = visits.ended.at(-1)
  const reaction = Math.max(...zone.pivots.map((pivot) => pivot.reaction)) / hourlyRange
  return {
    reversed: crossings.some(({ end }) => end >= lastTurn) ? 1 : 0,
    contested: today >= 1 && today <= 4 ? 1 : 0,
    crossed: last === undefined ? 0 : last.crossed ? 1 : -1,
    reaction: clamp(Math.log(reaction + 1e-9), -1, 2),
    approach: clamp(role === 'support' ? 0 - move : move, -MAX_APPROACH, MAX_APPROACH),
  }
}
