import { basename } from 'node:path'
import { readCandleFile } from '#server/market/replay/candle-file.ts'
import { createColumns, type CandleColumns } from '../trading/candle-columns.ts'

/** Files read at once: while one is parsed, the others are unpacked. */
const AT_ONCE = 4

async function readMonthFile(path: string) {
  const result = await readCandleFile(path, basename(path))
  if ('refused' in result) throw new Error(`${result.refused.file} ${result.refused.reason}: import it again.`)
  return result.candles
}

/** The candles of monthly files of the library, in this order. Throws if one cannot be read. */
export async function readMonthFiles(paths: readonly string[]): Promise<CandleColumns> {
  const all = []
  for (let first = 0; first < paths.length; first += AT_ONCE)
    all.push(...(await Promise.all(paths.slice(first, first + AT_ONCE).map(readMonthFile))))
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
