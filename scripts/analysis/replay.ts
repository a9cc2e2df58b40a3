import type { PairId } from '#contract/pairs.ts'
import type { Candle } from '#contract/candles.ts'
import { createPairAnalysis, type AnalysisEntry } from '#server/analysis/engine/engine.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { createSkippedRows } from './skipped-rows.ts'
import { readRows, type Row } from './rows.ts'

/** A minute that was taken in, and what it led to. */
export interface ReplayedMinute {
  readonly minute: Candle
  readonly entries: readonly AnalysisEntry[]
}

/**
 * Feeds files to the analysis as a live market would: minutes into the candle builder, what it makes of them into the engine.
 * What is left out is told on the error stream, and by the payloads that follow.
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
    /** A file's minutes, after those of the files before. Throws on one that cannot be read. */
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
