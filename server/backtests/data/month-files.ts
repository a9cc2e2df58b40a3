import { basename } from 'node:path'
import { readCandleFile } from '#server/market/replay/candle-file.ts'
import { createColumns, type CandleColumns } from '../trading/candle-columns.ts'

/** The candles of monthly files of the library, in this order. Throws if one cannot be read. */
export async function readMonthFiles(paths: readonly string[]): Promise<CandleColumns> {
  const all = []
  for (const path of paths) {
    const result = await readCandleFile(path, basename(path))
    if ('refused' in result) throw new Error(`${result.refused.file} ${result.refused.reason}: import it again.`)
    all.push(result.candles)
  }
  const columns = createColumns(all.reduce((sum, series) => sum + series.length(), 0))
  let row = 0
  for (const series of all) {
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
  return columns
}
