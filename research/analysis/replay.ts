import type { PairId } from '#contract/pairs.ts'
import type { Candle } from '#contract/candles.ts'
import { createPairAnalysis, type AnalysisEntry } from '#server/analysis/engine/engine.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { createSkippedRows } from './skipped-rows.ts'
import { readRows, type Row } from './rows.ts'

/** An accepted minute and the entries it produced. */
export interface ReplayedMinute {
  readonly minute: Candle
  readonly entries: readonly AnalysisEntry[]
}

/**
 * Replays files through the candle builder and the analysis engine as a live market would. Skipped rows are reported on
 * stderr and in the errors of the next payloads.
 */
export function createReplay(pair: PairId) {
  const analysis = createPairAnalysis(pair)
  const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)

  function ingest(row: Row): AnalysisEntry[] {
    if (!('candle' in row)) {
      analysis.reportInputError({ code: 'parse_error', message: `Line ${row.line}: ${row.reason}.` })
      return []
    }
    const taken = builder.ingest(row.candle, true)
    return analysis.onClose({ candle: row.candle, rollups: 'rollups' in taken ? taken.rollups : [] })
  }

  return {
    /** Replays the minutes of a file, continuing after earlier files. Throws when it cannot be read. */
    async *play(file: string): AsyncGenerator<ReplayedMinute> {
      const skippedRows = createSkippedRows(file)
      for await (const row of readRows(file)) {
        const entries = ingest(row)
        skippedRows.record(row, entries.length > 0)
        if ('candle' in row && entries.length > 0) yield { minute: row.candle, entries }
      }
      skippedRows.report()
    },
  }
}
