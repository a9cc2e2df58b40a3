import type { DataError } from '#contract/payloads/header.ts'
import type { Level, LevelConfidence, LevelSet, LevelSummary } from '#contract/payloads/levels.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { clamp01, DAY_S, HOUR_S, mean, TIMEFRAME_WEIGHT } from '../candles/math.ts'
import { LOOKBACK_HOURS } from './features.ts'
import { holdProbability, type GradedLevel } from './tracker.ts'
import type { Zone } from './zones.ts'

/** Maximum number of levels on each side of the price. */
const PER_SIDE = 12
/** Minimum half width of a published zone, in hourly ranges. */
const MIN_HALF_WIDTH = 0.05
/** Relative volume of pivots from which a level is confirmed by volume. */
const CONFIRMING_VOLUME = 1.5
/** Number of touches that counts as a full sample. */
const FULL_SAMPLE = 100

/** Market context of a level set. */
export interface LevelContext {
  /** Unix seconds. */
  readonly now: number
  readonly price: number
  readonly hourlyRange: number
  /** Mean hourly range of the last week; undefined before the first. */
  readonly typicalHourlyRange: number | undefined
  /** Share of the last day's minutes that have a candle with volume. */
  readonly coverage: number
  /** Probability that the price reaches a level within an hour; undefined while it is not known. */
  readonly touchProbability: (level: number) => number | undefined
}

/** What is published of a zone's pivots. */
interface ZoneFacts {
  readonly meanVolume: number
  readonly isConfirmed: boolean
  readonly timeframes: readonly AnalysisTimeframe[]
}

/** A zone is published every minute until the zones are drawn anew. */
const knownFacts = new WeakMap<Zone, ZoneFacts>()

function factsOf(zone: Zone): ZoneFacts {
  const known = knownFacts.get(zone)
  if (known) return known
  const { pivots } = zone
  const present = new Set(pivots.map(({ timeframe }) => timeframe))
  const volumes = pivots.flatMap(({ relativeVolume }) => relativeVolume ?? [])
  const facts = {
    meanVolume: mean(pivots.map((pivot) => pivot.volumePerMinute)) ?? 0,
    isConfirmed: (mean(volumes) ?? 0) >= CONFIRMING_VOLUME,
    timeframes: ANALYSIS_TIMEFRAMES.filter((timeframe) => present.has(timeframe)),
  }
  knownFacts.set(zone, facts)
  return facts
}

/** Visits of the last three days plus older pivots on distinct candles. */
function touchesOf(level: GradedLevel, now: number): number {
  const older = level.zone.pivots.filter(({ time }) => time < now - LOOKBACK_HOURS * HOUR_S)
  return Math.max(1, level.visits.ended.length + new Set(older.map(({ time }) => time)).size)
}

function toLevel(level: GradedLevel, context: LevelContext): Level {
  const { now, hourlyRange, touchProbability } = context
  const { price, bottom, top, pivots } = level.zone
  const half = MIN_HALF_WIDTH * hourlyRange
  const { meanVolume, isConfirmed, timeframes } = factsOf(level.zone)
  return {
    price,
    zone_bottom: Math.max(0, Math.min(bottom, price - half)),
    zone_top: Math.max(top, price + half),
    strength: level.grade.strength,
    strength_score: level.grade.score,
    hold_probability: holdProbability(level.grade.logOdds, Math.abs(price - context.price) / hourlyRange),
    touch_probability: touchProbability(price) ?? null,
    touch_count: touchesOf(level, now),
    last_touch_time: Math.max(level.visits.lastContact ?? 0, pivots.at(-1)?.time ?? 0),
    volume_confirmation: isConfirmed,
    avg_touch_volume: meanVolume,
    age_hours: Math.max(0, now - (pivots[0]?.time ?? now)) / HOUR_S,
    timeframe_alignment: [...timeframes],
  }
}

/** The timeframe with the greatest weight among the published levels. */
function dominantOf(levels: readonly Level[]): AnalysisTimeframe | null {
  let dominant: AnalysisTimeframe | null = null
  let most = 0
  for (const timeframe of ANALYSIS_TIMEFRAMES) {
    const count = levels.filter((level) => level.timeframe_alignment.includes(timeframe)).length
    if (count * TIMEFRAME_WEIGHT[timeframe] > most) {
      most = count * TIMEFRAME_WEIGHT[timeframe]
      dominant = timeframe
    }
  }
  return dominant
}

/**
 * Confidence factors of the set, each from 0 to 1:
 * `sample_size` touches relative to 100; `data_quality` share of the last day's minutes with trades;
 * `volatility_adjustment` the week's mean hourly range relative to the current one, 1 when it is not higher than usual;
 * `age_factor` mean of exp(-hours since the last touch / 24); `historical_reliability` mean probability that its levels hold
 * at their next touch; `volume_confirmation_ratio` share of levels with volume confirmation.
 */
function confidenceOf(levels: readonly Level[], context: LevelContext): LevelConfidence {
  const touches = levels.reduce((sum, level) => sum + level.touch_count, 0)
  const ages = levels.map((level) => Math.exp(Math.min(0, level.last_touch_time - context.now) / DAY_S))
  return {
    sample_size: clamp01(touches / FULL_SAMPLE),
    data_quality: clamp01(context.coverage),
    volatility_adjustment: clamp01((context.typicalHourlyRange ?? context.hourlyRange) / context.hourlyRange),
    age_factor: clamp01(mean(ages) ?? 0),
    historical_reliability: clamp01(mean(levels.map((level) => level.hold_probability)) ?? 0),
    volume_confirmation_ratio: clamp01(levels.filter((level) => level.volume_confirmation).length / levels.length),
  }
}

/** `overall_confidence`: data quality times the mean of the other factors; the others are means over the levels. */
function summaryOf(levels: readonly Level[], confidence: LevelConfidence): LevelSummary {
  const { data_quality, ...factors } = confidence
  const aligned = levels.map((level) => level.timeframe_alignment.length / ANALYSIS_TIMEFRAMES.length)
  return {
    overall_confidence: clamp01(data_quality * (mean(Object.values(factors)) ?? 0)),
    alignment_score: clamp01(mean(aligned) ?? 0),
    strength_score: clamp01(mean(levels.map((level) => level.strength_score)) ?? 0),
  }
}

type LevelPart = Omit<LevelSet, 'timestamp' | 'trading_pair' | 'exchange'>

const EMPTY_SUMMARY: LevelSummary = { overall_confidence: 0, alignment_score: 0, strength_score: 0 }
const EMPTY_CONFIDENCE: LevelConfidence = {
  sample_size: 0,
  data_quality: 0,
  volatility_adjustment: 0,
  age_factor: 0,
  historical_reliability: 0,
  volume_confirmation_ratio: 0,
}
const NO_LEVELS: readonly DataError[] = [
  { code: 'missing_level_arrays', message: 'No turning points yet.' },
  { code: 'invalid_summary', message: 'There are no levels to summarize.' },
  { code: 'invalid_confidence', message: 'There are no levels to rate.' },
]

/** The published levels around the price, nearest first; with error codes while there are none. */
export function levelPayload(around: readonly GradedLevel[], context: LevelContext): LevelPart {
  const side = (role: GradedLevel['role']) => around.filter((level) => level.role === role).slice(0, PER_SIDE)
  const supports = side('support')
  const resistances = side('resistance')
  const support_levels = supports.map((level) => toLevel(level, context))
  const resistance_levels = resistances.map((level) => toLevel(level, context))
  const levels = [...support_levels, ...resistance_levels]
  const confidence = levels.length > 0 ? confidenceOf(levels, context) : EMPTY_CONFIDENCE
  return {
    errors: levels.length > 0 ? [] : [...NO_LEVELS],
    summary: levels.length > 0 ? summaryOf(levels, confidence) : EMPTY_SUMMARY,
    confidence,
    support_levels,
    resistance_levels,
    dominant_timeframe: dominantOf(levels),
    total_levels: levels.length,
  }
}
