import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Candle } from '#contract/candles.ts'
import { TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import type { AnalysisEntry, PairAnalysis } from '#server/analysis/engine/engine.ts'
import { seededRandom } from '#server/lib/random.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'

/** Rows of a CSV file, gzipped or not, by column name. */
export function readTable(path: string): Record<string, string>[] {
  const bytes = readFileSync(path)
  const text = path.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString()
  const [header = '', ...lines] = text.trim().split(/\r?\n/)
  const names = header.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
  })
}

const numberOf = (row: Record<string, string>, name: string): number =>
  Number(row[name] ?? row[name.charAt(0).toUpperCase() + name.slice(1)])

/** The candle of a table row; rows without a unix timestamp become consecutive minutes. */
export const candleOf = (row: Record<string, string>, index: number): Candle => ({
  timestamp: row['timestamp'] === undefined ? index * 60 : Number(row['timestamp']),
  open: numberOf(row, 'open'),
  high: numberOf(row, 'high'),
  low: numberOf(row, 'low'),
  close: numberOf(row, 'close'),
  volume: numberOf(row, 'volume'),
})

/** The number in a cell, undefined when it is empty. */
export const cell = (row: Record<string, string>, name: string): number | undefined =>
  row[name] === undefined || row[name] === '' ? undefined : Number(row[name])

export { seededRandom as seeded }

export interface WalkOptions {
  readonly count: number
  readonly seed?: number
  readonly price?: number
  /** Typical move of a minute, as a share of the price. */
  readonly step?: number
  readonly start?: number
  /** Largest volume of a minute. */
  readonly volume?: number
}

/** Coherent one-minute candles along a random walk. */
export function walk({
  count,
  seed = 1,
  price = 10_000,
  step = 0.001,
  start = 1_560_000_000,
  volume = 10,
}: WalkOptions): Candle[] {
  const random = seededRandom(seed)
  let last = price
  return Array.from({ length: count }, (_, i) => {
    const open = last
    const close = open * (1 + (random() - 0.5) * 2 * step)
    const high = Math.max(open, close) * (1 + random() * step)
    const low = Math.min(open, close) * (1 - random() * step)
    last = close
    return { timestamp: start - (start % 60) + i * 60, open, high, low, close, volume: random() * volume }
  })
}

/** Candles with a single price. */
export const flat = (count: number, price: number, volume = 1, start = 1_560_038_400): Candle[] =>
  Array.from({ length: count }, (_, i) => ({
    timestamp: start + i * 60,
    open: price,
    high: price,
    low: price,
    close: price,
    volume,
  }))

/** Feeds minutes through the candle builder into an analysis, like the server; `live` adds partial candles before each close. */
export function feed(analysis: PairAnalysis, minutes: readonly Candle[], live = false): AnalysisEntry[] {
  const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)
  return minutes.flatMap((candle) => {
    if (live) {
      for (const share of [0.3, 0.8]) {
        const close = candle.open + (candle.close - candle.open) * share
        const running = { ...candle, close, volume: candle.volume * share }
        const taken = builder.ingest(running, false)
        if ('rollups' in taken) analysis.onPartial({ candle: running, rollups: taken.rollups })
      }
    }
    const taken = builder.ingest(candle, true)
    return analysis.onClose({ candle, rollups: 'rollups' in taken ? taken.rollups : [] })
  })
}

/** Closed candles of every timeframe, built from minutes. */
export function historyOf(minutes: readonly Candle[]): Partial<Record<Timeframe, readonly Candle[]>> {
  const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)
  for (const candle of minutes) builder.ingest(candle, true)
  return Object.fromEntries(TIMEFRAMES.map((timeframe) => [timeframe, builder.closed(timeframe).slice(0, Infinity)]))
}

/** Paths of non-finite numbers within a value. */
export function notFinite(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => notFinite(inner, `${path}.${key}`))
}
