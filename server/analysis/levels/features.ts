import type { Candle } from '#contract/candles.ts'
import { clamp, DAY_S, HOUR_S, indexOfTime, mean } from '../candles/math.ts'
import { visitsOf, type Visits } from './visits.ts'
import type { Zone } from './zones.ts'

/** Role of a level: a support breaks downwards, a resistance upwards. */
export type Role = 'support' | 'resistance'

/**
 * Features that a level's strength is computed from:
 * - `edge`: number of windows (12, 24, 48 hours) without a trade beyond the level; 3 is an untested extreme
 * - `reversed`: 1 when price crossed the level since its last pivot, so that it has been both support and resistance
 * - `contested`: 1 when price crossed it one to four times within a day
 * - `chop`: ln(1 + crossings within three days)
 * - `volume`: ln of the mean relative volume of its pivots, from -1 to 3
 * - `stale`: 1 when price has not touched it for five hours
 * - `round`: 1 when it is a round number, see `isRound`
 * - `reaction`: ln of the largest move away from one of its pivots, in hourly ranges, from -1 to 2
 */
export const FEATURES = ['edge', 'reversed', 'contested', 'chop', 'volume', 'stale', 'round', 'reaction'] as const
export type FeatureName = (typeof FEATURES)[number]
export type LevelFeatures = Readonly<Record<FeatureName, number>>

/** Market data that features are computed from. */
export interface LevelInput {
  /** Unix seconds. */
  readonly now: number
  /** Average true range of an hour, in the quote currency. */
  readonly hourlyRange: number
  /** Average true range of five minutes. */
  readonly fiveMinuteRange: number
  /** Closed five-minute candles of the last three days, oldest first. */
  readonly fiveMinuteCandles: readonly Candle[]
}

/** Share of the hourly range that price must exceed a level by to count as beyond it. */
const BEYOND = 0.25
/** Distance that ends a visit, as a share of the hourly range. */
const VISIT_MARGIN = 0.15
const EDGE_HOURS = [12, 24, 48] as const
export const LOOKBACK_HOURS = 72

/** Lowest low and highest high of the last 12, 24 and 48 hours. */
export interface Edges {
  readonly lows: readonly number[]
  readonly highs: readonly number[]
}

export function edgesOf({ fiveMinuteCandles, now }: LevelInput): Edges {
  const ranges = EDGE_HOURS.map((hours) => {
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (let i = indexOfTime(fiveMinuteCandles, now - hours * HOUR_S); i < fiveMinuteCandles.length; i++) {
      const candle = fiveMinuteCandles[i]
      if (!candle) continue
      low = Math.min(low, candle.low)
      high = Math.max(high, candle.high)
    }
    return { low, high }
  })
  return { lows: ranges.map(({ low }) => low), highs: ranges.map(({ high }) => high) }
}

/** True for a price within a twelfth of the spacing from a number of two significant digits. */
export function isRound(price: number): boolean {
  const spacing = 10 ** Math.floor(Math.log10(price)) / 10
  const steps = price / spacing
  return Math.abs(steps - Math.round(steps)) < 1 / 12
}

/** Visits to a zone; separate from `featuresOf`, as touches are counted from visits too. */
export const visitsTo = (zone: Zone, view: LevelInput): Visits =>
  visitsOf(view.fiveMinuteCandles, zone.price, VISIT_MARGIN * view.hourlyRange)

/** The features of a zone in a role. */
export function featuresOf(zone: Zone, role: Role, visits: Visits, edges: Edges, view: LevelInput): LevelFeatures {
  const { now, hourlyRange } = view
  const margin = BEYOND * hourlyRange
  const edge =
    role === 'support'
      ? edges.lows.filter((low) => low >= zone.price - margin).length
      : edges.highs.filter((high) => high <= zone.price + margin).length
  const crossings = visits.ended.filter(({ crossed }) => crossed)
  const today = crossings.filter(({ end }) => end >= now - DAY_S).length
  const lastTurn = zone.pivots.at(-1)?.time ?? 0
  const volumes = zone.pivots.map(({ relativeVolume }) => relativeVolume ?? 1)
  const reaction = Math.max(...zone.pivots.map((pivot) => pivot.reaction)) / hourlyRange
  const away = visits.lastContact === undefined ? LOOKBACK_HOURS : (now - visits.lastContact) / HOUR_S
  return {
    edge,
    reversed: crossings.some(({ end }) => end >= lastTurn) ? 1 : 0,
    contested: today >= 1 && today <= 4 ? 1 : 0,
    chop: Math.log1p(crossings.length),
    volume: clamp(Math.log((mean(volumes) ?? 1) + 0.01), -1, 3),
    stale: away > 5 ? 1 : 0,
    round: isRound(zone.price) ? 1 : 0,
    reaction: clamp(Math.log(reaction + 1e-9), -1, 2),
  }
}
