import { STRONG_ZONE, type ConfluenceZone } from '#contract/payloads/cross-timeframe.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { Level, LevelSet } from '#contract/payloads/levels.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'

/** The newest indicators of a timeframe. */
export interface TimeframeSnapshot {
  readonly timeframe: AnalysisTimeframe
  readonly snapshot: IndicatorSnapshot
}

/** Minimum number of timeframes in a zone. */
const MIN_TIMEFRAMES = 3
/** Share of the hourly range within which a moving average or band counts as being at a level. */
const REACH = 0.25
const MAX_ZONES = 12

/** Widely watched prices: the slower averages, the bands and the session's VWAP. */
function referencePrices({ ema_21, ema_100, bollinger_bands, vwap }: IndicatorSnapshot): number[] {
  return [ema_21, ema_100, bollinger_bands?.upper, bollinger_bands?.lower, vwap?.value].filter(
    (price) => price !== undefined,
  )
}

/**
 * Levels at which at least three timeframes meet: those with a pivot there and those with an average, a band or the session's
 * VWAP within a quarter of the hourly range. The score is the level's own: in the reference months, confluence by itself did
 * not make levels hold more often. The reaction to expect is even: whether a zone holds is not known any better than by a coin
 * (docs/decisions/0083-shrunk-estimates.md). Strong ones come first, and of both the nearest.
 */
export function confluenceZones(
  { support_levels, resistance_levels }: LevelSet,
  snapshots: readonly TimeframeSnapshot[],
  { hourlyRange, price }: { readonly hourlyRange: number; readonly price: number },
): ConfluenceZone[] {
  const isWeak = ({ strength_score }: ConfluenceZone) => Number(strength_score < STRONG_ZONE)
  const distance = ({ price_level }: ConfluenceZone) => Math.abs(price_level - price)
  const prices = snapshots.map(({ timeframe, snapshot }) => ({ timeframe, prices: referencePrices(snapshot) }))
  const zoneOf = (level: Level): ConfluenceZone => {
    const meeting = new Set<AnalysisTimeframe>(level.timeframe_alignment)
    for (const { timeframe, prices: own } of prices) {
      if (own.some((price) => Math.abs(price - level.price) <= REACH * hourlyRange)) meeting.add(timeframe)
    }
    return {
      timeframes_involved: ANALYSIS_TIMEFRAMES.filter((timeframe) => meeting.has(timeframe)),
      expected_reaction: 'even',
      price_level: level.price,
      strength_score: level.strength_score,
      hold_probability: level.hold_probability,
    }
  }
  return [...support_levels, ...resistance_levels]
    .map(zoneOf)
    .filter((zone) => zone.timeframes_involved.length >= MIN_TIMEFRAMES)
    .sort((a, b) => isWeak(a) - isWeak(b) || distance(a) - distance(b))
    .slice(0, MAX_ZONES)
}
