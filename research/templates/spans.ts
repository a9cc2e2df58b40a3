import { basename } from 'node:path'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { toColumns, type CandleColumns } from '#server/backtests/trading/candle-columns.ts'
import { readRows } from '../analysis/rows.ts'

/** Candles of one pair over months that follow each other. */
export interface RecordedSpan {
  readonly pair: PairId
  readonly months: number
  readonly candles: CandleColumns
}

/** Longest hole within a span, in seconds. */
const LONGEST_HOLE_S = 86_400

async function candlesOf(file: string): Promise<Candle[]> {
  const candles: Candle[] = []
  for await (const row of readRows(file)) if ('candle' in row) candles.push(row.candle)
  return candles
}

/** Joins files of one pair where one begins as the other ends. */
export async function readSpans(
  files: readonly { readonly pair: PairId; readonly file: string }[],
): Promise<RecordedSpan[]> {
  const sorted = files.toSorted((a, b) => (basename(a.file) < basename(b.file) ? -1 : 1))
  const spans: { pair: PairId; months: number; candles: Candle[] }[] = []
  for (const { pair, file } of sorted) {
    const candles = await candlesOf(file)
    const last = spans.at(-1)
    const hole = (candles[0]?.timestamp ?? 0) - (last?.candles.at(-1)?.timestamp ?? 0)
    if (last?.pair === pair && hole > 0 && hole < LONGEST_HOLE_S) {
      last.candles = last.candles.concat(candles)
      last.months += 1
    } else spans.push({ pair, months: 1, candles })
  }
  return spans.map(({ pair, months, candles }) => ({ pair, months, candles: toColumns(candles) }))
}
