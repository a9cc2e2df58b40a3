import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMonthFiles } from '#server/backtests/data/month-files.ts'
import { WARM_UP_DAYS } from '#server/backtests/readings/compute.ts'
import type { Readings, SignalColumns } from '#server/backtests/readings/readings.ts'
import { createReadingsStore, hashOf } from '#server/backtests/readings/store.ts'
import { monthsOf, warmUpFrom } from '#server/backtests/run/months.ts'
import { rowFrom, sliceRows } from '#server/backtests/trading/candle-columns.ts'
import { importFile } from '#server/market/library/import.ts'
import { createCandleLibrary } from '#server/market/library/library.ts'
import { walk } from '#test/support/data/analysis.ts'
import { zipRows } from '#test/support/data/candle-files.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The year that is tested, in unix ms. */
export const YEAR = { from: Date.UTC(2018, 0, 1), to: Date.UTC(2019, 0, 1) }
/** Where its candles and readings are. */
export const foldersIn = (folder: string) => ({
  library: join(folder, 'library'),
  readings: join(folder, 'readings'),
})
export const DATA_SET = 'library:bench:BTCUSD'

/** The same readings as those of another month. */
function movedTo({ from, to }: { readonly from: number; readonly to: number }, readings: Readings): Readings {
  const minutes = Math.min(readings.at.length, (to - from) / MINUTE_MS)
  const later = from + MINUTE_MS - (readings.at[0] ?? 0)
  const move = (stream: SignalColumns): SignalColumns => {
    const entries = stream.minutes.filter((minute) => minute < minutes).length
    return {
      key: stream.key,
      minutes: stream.minutes.slice(0, entries),
      asOf: stream.asOf.slice(0, entries).map((at) => at + later),
      slots: stream.slots.map(({ slot, score, confidence }) => ({
        slot,
        score: score.slice(0, entries),
        confidence: confidence.slice(0, entries),
      })),
    }
  }
  return {
    at: readings.at.slice(0, minutes).map((at) => at + later),
    price: readings.price.slice(0, minutes),
    volumeRatio: readings.volumeRatio.slice(0, minutes),
    initial: undefined,
    streams: readings.streams.map(move),
  }
}

/** Imports a year of made minutes, and stores readings for each month: always the same, as computing them takes minutes. */
export async function prepareYear(folder: string, readings: Readings): Promise<void> {
  const { library, readings: readingsFolder } = foldersIn(folder)
  const start = warmUpFrom(YEAR.from)
  const candles = walk({ count: (YEAR.to - start) / MINUTE_MS, seed: 5, start: start / 1_000, step: 0.0005 })
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'BTCUSD-1m.csv.gz')
  await writeFile(path, zipRows(candles))
  await importFile({ folder: library, path, source: 'bench', now: Date.now() })
  const [set] = await createCandleLibrary(library).sets()
  if (!set) throw new Error('nothing was imported')
  const columns = await readMonthFiles(createCandleLibrary(library).files(set, start, YEAR.to))
  const store = createReadingsStore(readingsFolder)
  for (const month of monthsOf(YEAR.from, YEAR.to)) {
    const known = sliceRows(columns, rowFrom(columns, month.from - WARM_UP_DAYS * DAY_MS), rowFrom(columns, month.to))
    await store.save({ dataSet: DATA_SET, month: month.name, hash: hashOf(known) }, movedTo(month, readings))
  }
}
