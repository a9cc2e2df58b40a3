import type { CrossTimeframe } from '#contract/payloads/cross-timeframe.ts'
import { structureDirection } from '#contract/payloads/directions.ts'
import type { DivergenceAnalysis } from '#contract/payloads/divergence.ts'
import type { PatternAnalysis } from '#contract/payloads/patterns.ts'
import type { SignalList } from '#contract/payloads/signals.ts'
import type { MarketStructure } from '#contract/payloads/structure.ts'
import type { StreamTimeframe } from '#contract/strategies/names.ts'
import { ANALYSIS_TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { toStreamTimeframe, signOf, weightedMean, type SignalValue, type ExtractedSignal } from './stream-signal.ts'

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
