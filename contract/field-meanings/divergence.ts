import type { Divergence, DivergenceAnalysis } from '../analysis/divergence.ts'
import { group, HEADER, percent, share, text, time, type MeaningsOf } from './meaning.ts'

const FOUND = {
  timeframe: text('The length of the candles'),
  divergence_type: text('Regular: a turn, hidden: a trend that goes on; the price parts from its indicator'),
  indicator: text('The indicator that the price parts from'),
  strength: share('How far the two part, against what is usual; evidence, not a probability'),
  bias: text('The side that it points to'),
  expected_move: percent('Half of the moves over its next ten candles are smaller, up or down'),
}

const DIVERGENCE = {
  ...FOUND,
  from_timestamp: time('The candle of the first turning point'),
  to_timestamp: time('The candle of the second turning point'),
} satisfies MeaningsOf<Divergence>

export const DIVERGENCE_ANALYSIS = {
  ...HEADER,
  ...FOUND,
  dominant_pattern: text('The type with the greatest weight of all'),
  divergences: group('All divergences, strongest first', DIVERGENCE),
} satisfies MeaningsOf<DivergenceAnalysis>
