import type { DivergenceAnalysis, Divergence, DivergenceType } from '#contract/payloads/divergence.ts'
import type { DataError } from '#contract/payloads/header.ts'
import type { Bias } from '#contract/payloads/fields.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { biasOf, TIMEFRAME_WEIGHT } from '../candles/math.ts'
import type { FoundDivergence } from './find.ts'

/** Divergences of one timeframe with the size of the move to expect: no larger than from any other candle. */
export interface TimeframeDivergences {
  readonly timeframe: AnalysisTimeframe
  readonly found: readonly FoundDivergence[]
  /** Whether it has enough candles to look for divergences. */
  readonly isWarm: boolean
  /** Half of the moves over its next ten candles are smaller, in percent; undefined without a forecast. */
  readonly expectedMove: number | undefined
}

type DivergencePart = Omit<DivergenceAnalysis, 'timestamp' | 'trading_pair' | 'exchange'>

function toDivergences({ timeframe, found, expectedMove }: TimeframeDivergences): Divergence[] {
  return found.map(({ type, indicator, strength, direction, from, to }) => ({
    divergence_type: type,
    indicator,
    timeframe,
    strength,
    bias: biasOf(direction),
    expected_move: expectedMove ?? null,
    from_timestamp: from,
    to_timestamp: to,
  }))
}

const TOO_FEW: DataError = { code: 'invalid_summary', message: 'Too few candles to look for divergences.' }

const weightOf = (divergence: Divergence): number => divergence.strength * TIMEFRAME_WEIGHT[divergence.timeframe]

const SIGNS: Record<Bias, number> = { bullish: 1, bearish: -1, neutral: 0 }

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
  const net = divergences.reduce((sum, each) => sum + weightOf(each) * SIGNS[each.bias], 0)
  return {
    timeframe: strongest?.timeframe ?? null,
    divergence_type: strongest?.divergence_type ?? 'none',
    indicator: strongest?.indicator ?? null,
    strength: strongest?.strength ?? 0,
    dominant_pattern: dominantOf(divergences),
    bias: biasOf(net),
    expected_move: strongest?.expected_move ?? null,
  }
}

/** All divergences, strongest first, with a summary. */
export function divergencePayload(timeframes: readonly TimeframeDivergences[]): DivergencePart {
  const divergences = timeframes.flatMap(toDivergences).sort((a, b) => weightOf(b) - weightOf(a))
  const errors = timeframes.some(({ isWarm }) => isWarm) ? [] : [TOO_FEW]
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
