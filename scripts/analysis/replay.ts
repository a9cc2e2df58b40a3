import type { PairId } from '#contract/pairs.ts'
import type { Candle } from '#contract/candles.ts'
import { createPairAnalysis, type AnalysisEntry } from '#server/analysis/engine/engine.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import type { Row } from './rows.ts'

/** Feeds rows to the analysis as a live market would: minutes into the candle builder, what it makes of them into the engine. */
export function createReplay(pair: PairId) {
  const analysis = createPairAnalysis(pair)
  const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)

  function take(candle: Candle): AnalysisEntry[] {
    const taken = builder.take(candle, true)
    return analysis.onClose({ candle, rollups: 'rollups' in taken ? taken.rollups : [] })
  }

  return {
    /** Entries that a row leads to; none for one that cannot be read, which the next payloads report. */
    take(row: Row): AnalysisEntry[] {
      if ('candle' in row) return take(row.candle)
      analysis.note({ code: 'parse_error', message: `Line ${row.line}: ${row.reason}.` })
      return []
    },
  }
}
