import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { FileIssue } from '../replay/candle-file.ts'
import { HEADER } from '../replay/csv.ts'
import { parseFileName } from '../replay/file-name.ts'
import { mergeCandles } from '../store/fold.ts'
import { readCsvFile } from './csv-file.ts'
import { readManifest, writeManifest, writeWhole, type MonthFile } from './manifest.ts'

export interface ImportRequest {
  /** The library. */
  readonly folder: string
  readonly path: string
  /** Where the candles come from, such as `kraken`. */
  readonly source: string
  /** Called after each month that is stored. */
  readonly onMonth?: (month: MonthFile) => void
}

/** What became of a file. */
export interface Imported {
  /** It was imported completely before; nothing was read. */
  readonly isKnown: boolean
  readonly minutes: number
  /** Rows that were skipped. */
  readonly issues: readonly FileIssue[]
}

/** Kraken names the minutes of a candle behind the pair: XBTUSD_5.csv has candles of five. */
const OTHER_TIMEFRAME = /_(?!1\.)\d+\.csv$/

const READABLE = /\.csv(\.gz)?$/

function pairOf(path: string): PairId {
  const name = basename(path)
  if (!READABLE.test(name)) throw new Error('its name does not end in .csv or .csv.gz: unpack an archive first')
  const named = parseFileName(name)
  if (!named) throw new Error('its name does not begin with a pair, such as XBTUSD_1.csv')
  if (OTHER_TIMEFRAME.test(name)) throw new Error('its candles are not of one minute: the file of those ends in _1.csv')
  return named.pair
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

const monthOf = ({ timestamp }: Candle): string => new Date(timestamp * 1000).toISOString().slice(0, 7)

function byMonth(candles: readonly Candle[]): ReadonlyMap<string, readonly Candle[]> {
  const months = new Map<string, Candle[]>()
  for (const candle of candles) {
    const month = monthOf(candle)
    const known = months.get(month)
    if (known) known.push(candle)
    else months.set(month, [candle])
  }
  return months
}

const toText = (candles: readonly Candle[]): string =>
  [
    HEADER,
    ...candles.map((each) => [each.timestamp, each.open, each.high, each.low, each.close, each.volume].join(',')),
  ]
    .map((line) => `${line}\n`)
    .join('')

/** Adds candles to the file of their month; where both have a minute, the new one wins. */
async function storeMonth(
  folder: string,
  { pair, source, month }: Pick<MonthFile, 'pair' | 'source' | 'month'>,
  known: MonthFile | undefined,
  candles: readonly Candle[],
): Promise<MonthFile> {
  const file = join(source, `${pair}-1m-${month}.csv.gz`)
  const path = join(folder, file)
  const before = known ? (await readCsvFile(path)).candles : []
  const merged = mergeCandles(before, candles)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeWhole(path, gzipSync(toText(merged)))
  return {
    pair,
    source,
    month,
    file,
    minutes: merged.length,
    first: merged[0]?.timestamp ?? 0,
    last: merged.at(-1)?.timestamp ?? 0,
  }
}

/**
 * [BT-41] Imports a file into the library, month by month: each is stored in one step and listed then, so that an import that
 * was interrupted is run again without harm. Throws with the reason if the file cannot be used.
 */
export async function importFile({ folder, path, source, onMonth }: ImportRequest): Promise<Imported> {
  const pair = pairOf(path)
  const sha256 = await hashOf(path)
  const { imports, months: before } = await readManifest(folder)
  if (imports.some((each) => each.sha256 === sha256 && each.source === source)) {
    return { isKnown: true, minutes: 0, issues: [] }
  }
  const { candles, issues } = await readCsvFile(path)
  if (candles.length === 0) throw new Error('it contains no candles')
  let months = before
  for (const [month, own] of byMonth(candles)) {
    const known = months.find((each) => each.pair === pair && each.source === source && each.month === month)
    const stored = await storeMonth(folder, { pair, source, month }, known, own)
    months = months.filter(({ file }) => file !== stored.file).concat(stored)
    await writeManifest(folder, { imports, months })
    onMonth?.(stored)
  }
  await writeManifest(folder, { imports: [...imports, { file: basename(path), source, sha256 }], months })
  return { isKnown: false, minutes: candles.length, issues }
}
