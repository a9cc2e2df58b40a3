import type { Level, LevelSet } from '#contract/analysis/levels.ts'
import type { StreamTimeframe } from '#contract/strategies/names.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { filterSpelling, unit, type Opinion, type Said } from './reading.ts'

const nearest = (levels: readonly Level[], timeframe: AnalysisTimeframe | undefined): Level | undefined =>
  levels.find(({ timeframe_alignment }) => timeframe === undefined || timeframe_alignment.includes(timeframe))

/** Where the price stands between the nearest levels: 1 on a level below that always held, -1 on one above. */
function standing(payload: LevelSet, price: number, timeframe?: AnalysisTimeframe): Opinion | undefined {
  const support = nearest(payload.support_levels, timeframe)
  const resistance = nearest(payload.resistance_levels, timeframe)
  if (!support || !resistance || resistance.price <= support.price) return undefined
  const lean = unit(1 - (2 * (price - support.price)) / (resistance.price - support.price))
  const level = lean > 0 ? support : resistance
  return { score: lean * level.strength_score, confidence: payload.summary.overall_confidence }
}

/** [SG-15] Near support speaks for up, near resistance for down, by the strength of that level. Needs one on each side. */
export function readLevels(payload: LevelSet, price: number | undefined): Said {
  const asOf = payload.timestamp * 1000
  if (price === undefined) return { asOf, all: undefined }
  const byTimeframe: Partial<Record<StreamTimeframe, Opinion>> = {}
  for (const timeframe of ANALYSIS_TIMEFRAMES) {
    const opinion = standing(payload, price, timeframe)
    if (opinion) byTimeframe[filterSpelling(timeframe)] = opinion
  }
  return { asOf, all: standing(payload, price), byTimeframe }
}
