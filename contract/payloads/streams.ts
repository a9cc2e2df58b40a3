import type { PairId } from '../pairs.ts'
import { streamKey } from '../stream-keys.ts'
import { toStreamTimeframe, type Timeframe } from '../timeframes.ts'
import type { CrossTimeframe } from './cross-timeframe.ts'
import type { DivergenceAnalysis } from './divergence.ts'
import type { IndicatorSnapshot } from './indicators.ts'
import type { LevelSet } from './levels.ts'
import type { PatternAnalysis } from './patterns.ts'
import type { ProcessedCandle } from './processed-candles.ts'
import type { MarketStructure } from './structure.ts'

/** Payload types of a pair's streams whose key does not include a timeframe. */
export interface AnalysisPayloads {
  readonly support_resistance: LevelSet
  readonly consolidated_patterns: PatternAnalysis
  readonly market_structure: MarketStructure
  readonly divergence: DivergenceAnalysis
  readonly cross_timeframe_analysis: CrossTimeframe
}
export type AnalysisSubcategory = keyof AnalysisPayloads
export const ANALYSIS_SUBCATEGORIES: readonly AnalysisSubcategory[] = [
  'support_resistance',
  'consolidated_patterns',
  'market_structure',
  'divergence',
  'cross_timeframe_analysis',
]
export type AnalysisPayload = IndicatorSnapshot | ProcessedCandle | AnalysisPayloads[AnalysisSubcategory]

export const INDICATOR_CATEGORY = 'technical_indicators'
export const CANDLE_CATEGORY = 'processed_candles'
export const ANALYSIS_CATEGORY = 'analysis'
export const SIGNAL_CATEGORY = 'signals'

export const indicatorKey = (pair: PairId, timeframe: Timeframe): string =>
  streamKey(pair, INDICATOR_CATEGORY, toStreamTimeframe(timeframe))
export const candleKey = (pair: PairId, timeframe: Timeframe): string =>
  streamKey(pair, CANDLE_CATEGORY, toStreamTimeframe(timeframe))
export const analysisKey = (pair: PairId, subcategory: AnalysisSubcategory): string =>
  streamKey(pair, ANALYSIS_CATEGORY, subcategory)
export const mlSignalsKey = (pair: PairId): string => streamKey(pair, SIGNAL_CATEGORY, 'ml_signals')
