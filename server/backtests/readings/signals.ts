import { analysisKey, indicatorKey } from '#contract/payloads/streams.ts'
import type { PairId } from '#contract/pairs.ts'
import type { ClosedMinute } from '#server/analysis/engine/engine.ts'
import {
  extractCrossTimeframe,
  extractDivergence,
  extractPatterns,
  extractStructure,
} from '#server/strategies/signal-extractors/analysis.ts'
import type { SignalUpdate } from '#server/strategies/signal-extractors/extract.ts'
import { extractIndicators } from '#server/strategies/signal-extractors/indicators.ts'
import { extractLevels } from '#server/strategies/signal-extractors/levels.ts'
import {
  toStreamSignal,
  type ExtractedSignal,
  type StreamSignal,
} from '#server/strategies/signal-extractors/stream-signal.ts'

/**
 * [BT-20] The signals of a minute that closed at `at` (unix ms): the same as of its published entries, which live strategies
 * parse. Parsing what was just made took a fifth of the time of readings.
 */
export function signalsOf(pair: PairId, at: number, { candles, analyses }: ClosedMinute): SignalUpdate {
  const price = candles.find(({ timeframe }) => timeframe === 'M1')?.candle.close
  const signals = new Map<string, StreamSignal>()
  const add = (key: string, signal: ExtractedSignal) => signals.set(key, toStreamSignal(signal, null))
  for (const { timeframe, indicators } of candles) add(indicatorKey(pair, timeframe), extractIndicators(indicators))
  if (analyses) {
    add(analysisKey(pair, 'support_resistance'), extractLevels(analyses.support_resistance, price))
    add(analysisKey(pair, 'consolidated_patterns'), extractPatterns(analyses.consolidated_patterns))
    add(analysisKey(pair, 'market_structure'), extractStructure(analyses.market_structure))
    add(analysisKey(pair, 'divergence'), extractDivergence(analyses.divergence))
    add(analysisKey(pair, 'cross_timeframe_analysis'), extractCrossTimeframe(analyses.cross_timeframe_analysis))
  }
  const volumeRatio = analyses?.consolidated_patterns.market_context?.volume_ratio ?? undefined
  return { at, price, volumeRatio, signals, unreadable: [] }
}
