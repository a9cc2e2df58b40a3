import type { PairId } from '#contract/pairs.ts'
import { computeReadings, WARM_UP_DAYS } from '../readings/compute.ts'
import type { Readings } from '../readings/readings.ts'
import { hashOf, type ReadingsStore } from '../readings/store.ts'
import { rowFrom, sliceRows, type CandleColumns } from '../trading/candle-columns.ts'

const DAY_MS = 86_400_000

/** A calendar month in UTC: its name (2019-06), start and end in unix ms. */
export interface Month {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** The months that a span touches. */
export function monthsOf(from: number, to: number): readonly Month[] {
  const first = new Date(from)
  const months: Month[] = []
  for (let index = 0; ; index += 1) {
    const start = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index)
    if (start >= to) return months
    const end = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index + 1)
    months.push({ name: new Date(start).toISOString().slice(0, 7), from: start, to: end })
  }
}

/** Minutes of market time before the first month whose candles may matter to it. */
export const warmUpFrom = (from: number): number => (monthsOf(from, from + 1)[0]?.from ?? from) - WARM_UP_DAYS * DAY_MS

export interface MonthReadingsDeps {
  readonly store: ReadingsStore
  readonly pair: PairId
  readonly dataSet: string
  /** Called with the number of minutes that were just analysed or loaded. */
  readonly onMinutes: (count: number) => void
  /** Called if readings could not be stored; the backtest goes on without. */
  readonly onUnsaved: (error: unknown) => void
}

/** Minutes between two reports of progress. */
const REPORT_EVERY = 500

/**
 * [BT-21] The readings of a month, from disk if they were computed before. Empty months have none.
 * @param candles of the month, and before it as far as `WARM_UP_DAYS`
 */
export async function readingsOf(
  { from, to, name }: Month,
  candles: CandleColumns,
  keys: ReadonlySet<string>,
  { store, pair, dataSet, onMinutes, onUnsaved }: MonthReadingsDeps,
): Promise<Readings | undefined> {
  const known = sliceRows(candles, rowFrom(candles, from - WARM_UP_DAYS * DAY_MS), rowFrom(candles, to))
  const start = rowFrom(known, from)
  if (start === known.length) return undefined
  const readingsName = { dataSet, month: name, hash: hashOf(known) }
  const stored = await store.load(readingsName, keys)
  if (stored) {
    onMinutes(known.length - start)
    return stored
  }
  const work = computeReadings(pair, known, start)
  let reported = 0
  let each = work.next()
  for (; !each.done; each = work.next()) {
    if (each.value - reported < REPORT_EVERY) continue
    onMinutes(each.value - reported)
    reported = each.value
  }
  onMinutes(known.length - start - reported)
  const readings = each.value
  await store.save(readingsName, readings).catch(onUnsaved)
  return { ...readings, streams: readings.streams.filter(({ key }) => keys.has(key)) }
}
