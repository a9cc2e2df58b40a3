import type { DivergenceAnalysis, Divergence, DivergenceType } from '#contract/analysis/divergence.ts'
import type { DataError } from '#contract/analysis/errors.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { biasOf, clampMovePercent, TIMEFRAME_WEIGHT } from '../candles/math.ts'
import type { FoundDivergence } from './find.ts'

/**
 * Median of the furthest move in a divergence's direction within ten candles, in average true ranges, over nine reference
 * months (docs/rules/analysis.md): no larger than from any other candle.
 */
const MEDIAN_MOVE = 1.4

/** Divergences of one timeframe with the range that converts their moves to percent. */
export interface TimeframeDivergences {
  readonly timeframe: AnalysisTimeframe
  readonly found: readonly FoundDivergence[]
  /** Average true range in percent of the price; undefined while it warms up. */
  readonly rangePercent: number | undefined
}

type DivergencePart = Omit<DivergenceAnalysis, 'timestamp' | 'trading_pair' | 'exchange'>

function toDivergences({ timeframe, found, rangePercent }: TimeframeDivergences): Divergence[] {
  return found.map(({ type, indicator, strength, direction, from, to }) => ({
    divergence_type: type,
    indicator,
    timeframe,
    strength,
    bias: biasOf(direction),
    expected_move: clampMovePercent(direction * MEDIAN_MOVE * (rangePercent ?? 0)),
    from_timestamp: from,
    to_timestamp: to,
  }))
}

const TOO_FEW: DataError = { code: 'invalid_summary', message: 'Too few candles to look for divergences.' }

const weightOf = (divergence: Divergence): number => divergence.strength * TIMEFRAME_WEIGHT[divergence.timeframe]

/** The type with the greatest weight: strength times timeframe weight. */
function dominantOf(divergences: readonly Divergence[]): DivergenceType {
  const weights = new Map<DivergenceType, number>()
  for (const each of divergences) {
    weights.set(each.divergence_type, (weights.get(each.divergence_type) ?? 0) + weightOf(each))
  }
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'none'
}

/** The strongest divergence, with the bias of all of them by weight. */
function summarize(divergences: readonly Divergence[]): Omit<DivergencePart, 'errors' | 'divergences'> {
  const strongest = divergences[0]
  const net = divergences.reduce((sum, each) => sum + weightOf(each) * Math.sign(each.expected_move), 0)
  return {
    timeframe: strongest?.timeframe ?? null,
    divergence_type: strongest?.divergence_type ?? 'none',
    indicator: strongest?.indicator ?? null,
    strength: strongest?.strength ?? 0,
    dominant_pattern: dominantOf(divergences),
    bias: biasOf(net),
    expected_move: strongest?.expected_move ?? 0,
  }
}

/** All divergences, strongest first, with a summary. */
export function divergencePayload(timeframes: readonly TimeframeDivergences[]): DivergencePart {
  const divergences = timeframes.flatMap(toDivergences).sort((a, b) => weightOf(b) - weightOf(a))
  const errors = timeframes.some(({ rangePercent }) => rangePercent !== undefined) ? [] : [TOO_FEW]
  return { errors, ...summarize(divergences), divergences }
}

/** The same analysis reduced to these timeframes, with a new summary. */
export function filterDivergences<T extends DivergenceAnalysis>(
  analysis: T,
  timeframes: readonly AnalysisTimeframe[],
): T {
  const divergences = analysis.divergences.filter(({ timeframe }) => timeframes.includes(timeframe))
  return { ...analysis, ...summarize(divergences), divergences }
}
