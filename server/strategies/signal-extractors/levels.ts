import type { Level, LevelSet } from '#contract/payloads/levels.ts'
import type { StreamTimeframe } from '#contract/strategies/names.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { toStreamTimeframe, clampUnit, type SignalValue, type ExtractedSignal } from './stream-signal.ts'

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
