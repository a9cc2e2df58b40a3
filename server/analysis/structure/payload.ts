import type { DataError } from '#contract/payloads/header.ts'
import type { Level, LevelSet } from '#contract/payloads/levels.ts'
import type {
  LevelCluster,
  MarketPhase,
  MarketStructure,
  StructureType,
  StructureVolatility,
} from '#contract/payloads/structure.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import { ANALYSIS_TIMEFRAMES } from '#contract/timeframes.ts'
import { clamp01 } from '../candles/math.ts'
import { trendOf } from '../indicators/trend.ts'
import { structureStrength, structureType } from './breaks.ts'
import { PHASE_TIMEFRAME, trendsOf, type StructureTracker } from './tracker.ts'
import type { Swing } from './zigzag.ts'

type StructurePart = Omit<MarketStructure, 'timestamp' | 'trading_pair' | 'exchange'>

export interface StructureContext {
  /** Indicators of the phase timeframe; undefined before its first candle. */
  readonly snapshot: IndicatorSnapshot | undefined
  readonly volatility: StructureVolatility
  readonly levels: LevelSet
  readonly price: number
  /** Unix seconds. */
  readonly now: number
}

const MAX_BREAKS = 10
const MAX_SWINGS = 5
const MAX_CLUSTERS = 8
/** ADX that counts as a full trend. */
const FULL_TREND = 50

const UNKNOWN_PHASE: DataError = {
  code: 'invalid_confidence',
  message: 'Too few candles to determine the market phase.',
}

const clusterOf =
  (type: LevelCluster['type']) =>
  (level: Level): LevelCluster => ({
    level: level.price,
    type,
    strength: level.strength_score,
    touches: level.touch_count,
    timeframe: level.timeframe_alignment.at(-1) ?? 'M1',
  })

/** The strongest levels of a set, nearest first like all lists of levels. */
function clustersOf({ support_levels, resistance_levels }: LevelSet, price: number): LevelCluster[] {
  return [...support_levels.map(clusterOf('Support')), ...resistance_levels.map(clusterOf('Resistance'))]
    .sort((a, b) => b.strength - a.strength)
    .slice(0, MAX_CLUSTERS)
    .sort((a, b) => Math.abs(a.level - price) - Math.abs(b.level - price))
}

/** The structure that fits a phase: none in particular for those without a direction. */
const TYPES_OF_PHASE: Readonly<Record<MarketPhase, readonly StructureType[]>> = {
  bullish: ['higher_highs_higher_lows'],
  bearish: ['lower_highs_lower_lows'],
  ranging: ['expanding', 'contracting'],
  transitional: ['expanding', 'contracting'],
  neutral: [],
}

/** Share of the timeframes whose structure fits the phase. */
const fitOf = (phase: MarketPhase, timeframes: MarketStructure['timeframe_analysis']): number =>
  timeframes.length === 0
    ? 0
    : timeframes.filter(({ pattern }) => TYPES_OF_PHASE[phase].includes(pattern)).length / timeframes.length

const recentSwings = (swings: readonly Swing[], side: Swing['side']) =>
  swings
    .filter((swing) => swing.side === side)
    .slice(-MAX_SWINGS)
    .map(({ price, time }) => ({ price, timestamp: time }))

/** Share of the timeframes on the majority side. */
function consistencyOf(trends: readonly number[]): number {
  const up = trends.filter((trend) => trend > 0).length
  return trends.length === 0 ? 0 : Math.max(up, trends.length - up) / trends.length
}

/**
 * Market structure on M15: `trend_strength` is its ADX(14) relative to 50; `momentum` its RSI(14) as a share, 0.5 being
 * neutral; `trend_consistency` the share of timeframes whose last break agrees with the majority; `change_probability` is
 * measured on past months, and the confidence its complement; `regime_confidence` the share of the timeframes whose structure
 * fits the phase; `structure_strength` how one-sided the last swings are. While the phase is unknown, all of these are 0 and
 * momentum is neutral.
 */
export function structurePayload(
  structure: StructureTracker,
  { snapshot, volatility, levels, price, now }: StructureContext,
): StructurePart {
  const phase = structure.phase() ?? { phase: 'neutral', since: now, changeProbability: 0 }
  const known = phase.phase !== 'neutral'
  const change = known ? phase.changeProbability : 0
  const strength = known ? clamp01((snapshot?.adx?.adx ?? 0) / FULL_TREND) : 0
  const { swings, breaks } = structure.of(PHASE_TIMEFRAME)
  const newest = structure.breaks.toReversed()
  const timeframes = ANALYSIS_TIMEFRAMES.map((timeframe) => {
    const { swings: tracked, direction } = structure.of(timeframe)
    const of = tracked.swings
    return {
      timeframe,
      pattern: structureType(of),
      strength: structureStrength(of),
      ...(direction && { direction_since: direction.since }),
    }
  }).filter(({ pattern }) => pattern !== 'none')
  return {
    errors: known ? [] : [UNKNOWN_PHASE],
    timeframe: PHASE_TIMEFRAME,
    market_phase: phase.phase,
    volatility_regime: volatility,
    market_regime: {
      regime: `${phase.phase}_${volatility}_volatility`,
      confidence: known ? 1 - change : 0,
      strength,
      change_probability: change,
    },
    trend_strength: strength,
    momentum: clamp01((known ? (snapshot?.rsi_14 ?? 50) : 50) / 100),
    regime_confidence: fitOf(phase.phase, timeframes),
    trend_consistency: consistencyOf(trendsOf(structure)),
    regime_duration: Math.max(0, now - phase.since),
    structure_breaks: newest.slice(0, MAX_BREAKS),
    support_resistance_clusters: clustersOf(levels, price),
    timeframe_analysis: timeframes,
    market_structure_type: structureType(swings.swings),
    structure_strength: structureStrength(swings.swings),
    trend: (snapshot && trendOf(snapshot)) ?? 'neutral',
    swing_highs: recentSwings(swings.swings, 'high'),
    swing_lows: recentSwings(swings.swings, 'low'),
    break_of_structure: breaks.last('break_of_structure') ?? null,
    change_of_character: breaks.last('change_of_character') ?? null,
  }
}
