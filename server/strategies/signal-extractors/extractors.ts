import type { CrossTimeframe } from '#contract/payloads/cross-timeframe.ts'
import { structureDirection } from '#contract/payloads/directions.ts'
import type { DivergenceAnalysis } from '#contract/payloads/divergence.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { Level, LevelSet } from '#contract/payloads/levels.ts'
import type { PatternAnalysis } from '#contract/payloads/patterns.ts'
import type { SignalList } from '#contract/payloads/signals.ts'
import type { MarketStructure } from '#contract/payloads/structure.ts'
import type { DataPath, StreamTimeframe } from '#contract/strategies/names.ts'
import { TIMEFRAME_MINUTES, ANALYSIS_TIMEFRAMES, type AnalysisTimeframe, type Timeframe } from '#contract/timeframes.ts'
import {
  clampUnit,
  toStreamTimeframe,
  signOf,
  weightedMean,
  type SignalValue,
  type ExtractedSignal,
} from './stream-signal.ts'

/** Distance of the RSI from 50 that yields a full score: 30 and 70. */
const RSI_RANGE = 20
/** Number of indicators used; missing ones lower the confidence. */
const INDICATOR_COUNT = 4

/** Score of each indicator, -1 to 1. Price distances are measured in average true ranges. */
function scoresOf(snapshot: IndicatorSnapshot): Partial<Record<DataPath, number>> {
  const { atr_14: range, ema_9: fast, ema_21: slow, rsi_14: rsi, macd, bollinger_bands: bands } = snapshot
  const halfWidth = bands ? bands.upper - bands.middle : 0
  return {
    ...(fast !== undefined && slow !== undefined && range && { ema: clampUnit((fast - slow) / range) }),
    ...(rsi !== undefined && { rsi: clampUnit((rsi - 50) / RSI_RANGE) }),
    ...(macd && range && { macd: clampUnit(macd.macd_line / range) }),
    ...(bands &&
      fast !== undefined &&
      halfWidth > 0 && { bollinger_bands: clampUnit((fast - bands.middle) / halfWidth) }),
  }
}

/** [SG-11] The mean of EMA, RSI, MACD and Bollinger Bands; the more they agree, the higher the confidence. */
export function extractIndicators(snapshot: IndicatorSnapshot): ExtractedSignal {
  const scores = scoresOf(snapshot)
  const values = Object.values(scores)
  const sum = values.reduce((total, score) => total + score, 0)
  const size = values.reduce((total, score) => total + Math.abs(score), 0)
  const agreement = size === 0 ? 1 : Math.abs(sum) / size
  const byPath: Partial<Record<DataPath, SignalValue>> = {}
  // A single indicator always agrees with itself.
  for (const path of ['ema', 'rsi', 'macd', 'bollinger_bands'] as const) {
    const score = scores[path]
    if (score !== undefined) byPath[path] = { score, confidence: 1 }
  }
  return {
    asOf: (snapshot.timestamp + TIMEFRAME_MINUTES[snapshot.timeframe] * 60) * 1000,
    overall:
      values.length === 0
        ? undefined
        : { score: clampUnit(sum / values.length), confidence: agreement * (values.length / INDICATOR_COUNT) },
    byPath,
  }
}

const nearest = (levels: readonly Level[], timeframe: AnalysisTimeframe | undefined): Level | undefined =>
  levels.find(({ timeframe_alignment }) => timeframe === undefined || timeframe_alignment.includes(timeframe))

/** Position of the price between the nearest levels: 1 on a support that always held, -1 on such a resistance. */
function between(payload: LevelSet, price: number, timeframe?: AnalysisTimeframe): SignalValue | undefined {
  const support = nearest(payload.support_levels, timeframe)
  const resistance = nearest(payload.resistance_levels, timeframe)
  if (!support || !resistance || resistance.price <= support.price) return undefined
  const direction = clampUnit(1 - (2 * (price - support.price)) / (resistance.price - support.price))
  const level = direction > 0 ? support : resistance
  return { score: direction * level.strength_score, confidence: payload.summary.overall_confidence }
}

/** [SG-15] Bullish near support, bearish near resistance, by the strength of that level. Needs a level on each side. */
export function extractLevels(payload: LevelSet, price: number | undefined): ExtractedSignal {
  const asOf = payload.timestamp * 1000
  if (price === undefined) return { asOf, overall: undefined }
  const byTimeframe: Partial<Record<StreamTimeframe, SignalValue>> = {}
  for (const timeframe of ANALYSIS_TIMEFRAMES) {
    const signal = between(payload, price, timeframe)
    if (signal) byTimeframe[toStreamTimeframe(timeframe)] = signal
  }
  return { asOf, overall: between(payload, price), byTimeframe }
}

const asOf = ({ timestamp }: { readonly timestamp: number }): number => timestamp * 1000

/** [SG-12] The overall signal with the payload's own confidence. It is not divided by timeframe. */
export const extractCrossTimeframe = (payload: CrossTimeframe): ExtractedSignal => {
  const { direction, strength } = payload.analysis_summary.overall_signal
  return {
    asOf: asOf(payload),
    overall: { score: signOf(direction) * strength, confidence: payload.confidence_metrics.overall_confidence },
  }
}

/** [SG-13] Rising or falling highs and lows per timeframe; overall the trend. The confidence is the regime's. */
export function extractStructure(payload: MarketStructure): ExtractedSignal {
  const { confidence } = payload.market_regime
  const byTimeframe: Partial<Record<StreamTimeframe, SignalValue>> = {}
  for (const { timeframe, pattern, strength } of payload.timeframe_analysis) {
    const direction = signOf(structureDirection(pattern) ?? 'neutral')
    byTimeframe[toStreamTimeframe(timeframe)] = { score: direction * strength, confidence }
  }
  return {
    asOf: asOf(payload),
    overall: { score: signOf(payload.trend) * payload.trend_strength, confidence },
    byTimeframe,
  }
}

/** Weight of an incomplete pattern. */
const FORMING_FACTOR = 0.5

/** [SG-14] Bullish against bearish patterns, weighted by confidence. A timeframe without a pattern has no signal. */
export function extractPatterns(payload: PatternAnalysis): ExtractedSignal {
  const byTimeframe: Partial<Record<StreamTimeframe, SignalValue>> = {}
  for (const timeframe of ANALYSIS_TIMEFRAMES) {
    const signal = weightedMean(
      (payload.patterns[timeframe] ?? []).map(({ bullish, confidence, maturity }) => ({
        score: bullish ? 1 : -1,
        confidence: confidence * (maturity.formation_stage === 'forming' ? FORMING_FACTOR : 1),
      })),
    )
    if (signal) byTimeframe[toStreamTimeframe(timeframe)] = signal
  }
  const { market_bias, bias_strength, overall_confidence } = payload.summary
  const isEmpty = Object.keys(byTimeframe).length === 0
  return {
    asOf: asOf(payload),
    overall: isEmpty ? undefined : { score: signOf(market_bias) * bias_strength, confidence: overall_confidence },
    byTimeframe,
  }
}

/** [SG-16] The bias of the strongest divergence; the confidence is the share of total strength with the same bias. */
export function extractDivergence(payload: DivergenceAnalysis): ExtractedSignal {
  const byTimeframe: Partial<Record<StreamTimeframe, SignalValue>> = {}
  for (const timeframe of ANALYSIS_TIMEFRAMES) {
    const signal = strongestBias(payload.divergences.filter((each) => each.timeframe === timeframe))
    if (signal) byTimeframe[toStreamTimeframe(timeframe)] = signal
  }
  return { asOf: asOf(payload), overall: strongestBias(payload.divergences), byTimeframe }
}

function strongestBias(divergences: DivergenceAnalysis['divergences']): SignalValue | undefined {
  const [strongest] = divergences.toSorted((a, b) => b.strength - a.strength)
  const total = divergences.reduce((sum, { strength }) => sum + strength, 0)
  if (!strongest || total === 0) return undefined
  const same = divergences
    .filter(({ bias }) => bias === strongest.bias)
    .reduce((sum, { strength }) => sum + strength, 0)
  return { score: signOf(strongest.bias) * strongest.strength, confidence: same / total }
}

const CALL_DIRECTION = { BUY: 1, SELL: -1, HOLD: 0 } as const

/** [SG-17] The calls of models, by strength and confidence. */
export function extractModelSignals(payload: SignalList): ExtractedSignal {
  const meanOf = (timeframe?: Timeframe) =>
    weightedMean(
      payload.signals
        .filter((signal) => timeframe === undefined || signal.timeframe === timeframe)
        .map(({ signal_type, strength, confidence }) => ({
          score: CALL_DIRECTION[signal_type] * strength,
          confidence,
        })),
    )
  const byTimeframe: Partial<Record<StreamTimeframe, SignalValue>> = {}
  for (const timeframe of new Set(payload.signals.map((signal) => signal.timeframe))) {
    const signal = meanOf(timeframe)
    if (signal) byTimeframe[toStreamTimeframe(timeframe)] = signal
  }
  return { asOf: asOf(payload), overall: meanOf(), byTimeframe }
}
