import { basename } from 'node:path'
import { readCandleFile } from '#server/market/replay/candle-file.ts'
import { createColumns, sliceRows, type CandleColumns } from '../trading/candle-columns.ts'

/** In the longest month. */
const MOST_MINUTES = 31 * 24 * 60
/** Files read at once: while one is parsed, the others are unpacked. */
const AT_ONCE = 4

async function readMonthFile(path: string) {
  const result = await readCandleFile(path, basename(path))
  if ('refused' in result) throw new Error(`${result.refused.file} ${result.refused.reason}: import it again.`)
  return result.candles
}

/** The candles of monthly files of the library, in this order. Throws if one cannot be read. */
export async function readMonthFiles(paths: readonly string[]): Promise<CandleColumns> {
  // Filled as they are read: all files at once beside their columns would take twice the memory.
  const columns = createColumns(paths.length * MOST_MINUTES)
  let row = 0
  for (let first = 0; first < paths.length; first += AT_ONCE) {
    for (const series of await Promise.all(paths.slice(first, first + AT_ONCE).map(readMonthFile))) {
      if (row + series.length() > columns.length) throw new Error('There are more minutes than in these months.')
      for (let index = 0; index < series.length(); index += 1) {
        const candle = series.at(index)
        if (!candle) continue
        columns.at[row] = candle.timestamp * 1000
        columns.open[row] = candle.open
        columns.high[row] = candle.high
        columns.low[row] = candle.low
        columns.close[row] = candle.close
        columns.volume[row] = candle.volume
        row += 1
      }
    }
  }
  return sliceRows(columns, 0, row)
}
