import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { gzipSync, createGunzip } from 'node:zlib'
import type { ImportFindings, ImportReport } from '#contract/candle-imports.ts'
import type { Candle } from '#contract/candles.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { readCandleFile } from '../replay/candle-file.ts'
import { HEADER } from '../replay/csv.ts'
import { mergeCandles } from '../store/fold.ts'
import { countFindings, UnusableFile } from './findings.ts'
import { READER, readManifest, writeWhole, type MonthFile, type StagedImport, type StagedMonth } from './manifest.ts'
import { readMonths, type MonthOfCandles } from './rows.ts'
import type { Readable } from 'node:stream'
import { openArchive } from './archive.ts'
import { isArchive, pairOfFile, unreadable, type ImportInputs } from './candle-input.ts'

async function* textOf(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding('utf8')
  try {
    for await (const chunk of stream) yield String(chunk)
  } catch (error) {
    throw unreadable(error)
  }
}

function unzipped(bytes: Readable): Readable {
  const unzip = createGunzip()
  bytes.on('error', (error) => unzip.destroy(error))
  return bytes.pipe(unzip)
}

/** Opens what is at `path`; `name` says what it is. */
async function openInputs(path: string, name: string): Promise<ImportInputs> {
  if (isArchive(name)) return openArchive(path)
  const pair = pairOfFile(name)
  const { size } = await stat(path)
  let read = () => 0
  const text = () => {
    const bytes = createReadStream(path)
    read = () => bytes.bytesRead
    return textOf(name.endsWith('.gz') ? unzipped(bytes) : bytes)
  }
  return {
    isArchive: false,
    files: [{ name, pair, text }],
    progress: () => (size === 0 ? 0 : Math.min(1, read() / size)),
    close: () => undefined,
  }
}

export interface ImportRequest {
  /** The library. */
  readonly folder: string
  readonly path: string
  /** Of the file; it names the pair. */
  readonly name: string
  /** Where the candles come from, such as `kraken`. */
  readonly source: string
  /** Unique; part of the names of the files that it writes. */
  readonly id: string
  /** Wall time, unix ms: no candle is later. */
  readonly now: number
  /** Whether candles may be more than a year apart. */
  readonly allowsGaps?: boolean
  /** Called after each part that is hashed or read, with how much of the import that is (0 to 1). */
  readonly onProgress?: (progress: number, findings: ImportFindings) => void
  /** Awaited before each part. */
  readonly whenDue?: () => Promise<void>
}

/** What was read of a file, and how to publish it: nothing if its content is in the library already. */
export interface Staged {
  readonly staged: StagedImport | undefined
  readonly findings: ImportFindings
  readonly report: ImportReport
}

/** Of a pair: more months than any exchange has existed; an invented file could name a month in every row. */
const MAX_MONTHS = 600

/** What hashing a file first takes of the time of its import. */
const HASHING = 0.02
/** Of a part that is hashed, in bytes. */
const PART = 1_048_576

async function hashOf(
  path: string,
  { whenDue, onPart }: Pick<ImportRequest, 'whenDue'> & { readonly onPart: (share: number) => void },
): Promise<string> {
  const hash = createHash('sha256')
  const { size } = await stat(path)
  let done = 0
  const parts: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: PART })
  for await (const part of parts) {
    await whenDue?.()
    hash.update(part)
    done += part.length
    onPart(Math.min(1, done / size))
  }
  return hash.digest('hex')
}

const toText = (candles: readonly Candle[]): string =>
  [
    HEADER,
    ...candles.map((each) => [each.timestamp, each.open, each.high, each.low, each.close, each.volume].join(',')),
  ]
    .map((line) => `${line}\n`)
    .join('')

async function readMonthFile(path: string): Promise<readonly Candle[]> {
  const result = await readCandleFile(path, basename(path))
  if ('refused' in result) throw new Error(`${result.refused.file} ${result.refused.reason}: import it again.`)
  return result.candles.slice(0, Infinity)
}

const MONTH_S = 30 * 86_400
/** Prices of one pair in one month differ by less, whatever the source; further apart, by half more each month. */
const MAX_RATIO = 5
const RATIO_PER_MONTH = 1.5

/** Throws an `UnusableFile` if the first price of a month is far from what the library has of that pair in the months around. */
async function assertSamePair(
  folder: string,
  listed: readonly MonthFile[],
  pair: PairId,
  candle: Candle,
): Promise<void> {
  const distance = ({ first, last }: MonthFile) =>
    Math.max(0, first - candle.timestamp, candle.timestamp - last) / MONTH_S
  const [nearest] = listed.filter((each) => each.pair === pair).toSorted((a, b) => distance(a) - distance(b))
  if (!nearest) return
  const known = (await readMonthFile(join(folder, nearest.file))).reduce((best, each) =>
    Math.abs(each.timestamp - candle.timestamp) < Math.abs(best.timestamp - candle.timestamp) ? each : best,
  )
  const ratio = Math.max(known.close / candle.close, candle.close / known.close)
  if (ratio > MAX_RATIO * RATIO_PER_MONTH ** distance(nearest))
    throw new UnusableFile(
      `its price ${candle.close} is far from the ${known.close} that the library has of ${PAIRS[pair].label} (${nearest.source}, ${nearest.month}): is it named after the right pair?`,
    )
}

const sameMonth =
  (a: Pick<MonthFile, 'pair' | 'source' | 'month'>) => (b: Pick<MonthFile, 'pair' | 'source' | 'month'>) =>
    a.pair === b.pair && a.source === b.source && a.month === b.month

/** Writes the months of an import, joined with those that the library lists; the new candles win. */
function createStage({ folder, source, id }: ImportRequest, listed: readonly MonthFile[]) {
  let staged: readonly StagedMonth[] = []
  const report = { is_known: false, added: 0, replaced: 0 }
  const checked = new Set<PairId>()

  async function add(pair: PairId, { month, candles }: MonthOfCandles): Promise<void> {
    const name = { pair, source, month }
    const own = staged.find(({ file }) => sameMonth(name)(file))
    const known = own?.file ?? listed.find(sameMonth(name))
    const [first] = candles
    if (first && !checked.has(pair)) await assertSamePair(folder, listed, pair, first)
    checked.add(pair)
    const before = known ? await readMonthFile(join(folder, known.file)) : []
    const merged = mergeCandles(before, candles)
    const file = join(source, `${pair}-1m-${month}.${id}.csv.gz`)
    await mkdir(dirname(join(folder, file)), { recursive: true, mode: 0o700 })
    await writeWhole(join(folder, file), gzipSync(toText(merged)))
    const written: StagedMonth = {
      file: {
        ...name,
        file,
        minutes: merged.length,
        first: merged[0]?.timestamp ?? 0,
        last: merged.at(-1)?.timestamp ?? 0,
      },
      replaces: own ? own.replaces : known?.file,
    }
    staged = [...staged.filter((each) => each !== own), written]
    if (staged.filter(({ file: each }) => each.pair === pair).length > MAX_MONTHS)
      throw new UnusableFile(`it has candles of more than ${MAX_MONTHS} months`)
    report.added += merged.length - before.length
    report.replaced += candles.length - (merged.length - before.length)
  }

  return { add, staged: () => staged, report: (): ImportReport => ({ ...report }) }
}

/** Removes what an import has staged. */
export async function removeStaged(folder: string, staged: readonly StagedMonth[]): Promise<void> {
  for (const { file } of staged) await rm(join(folder, file.file), { force: true })
}

/**
 * [BT-41] Reads a file and writes its months beside those that the library lists, which stay as they are until the import is
 * published. Throws an `UnusableFile` if the file cannot be used; then nothing is left.
 */
export async function stageImport(request: ImportRequest): Promise<Staged> {
  const { folder, path, name, source, id, now, allowsGaps = false, onProgress, whenDue } = request
  const found = countFindings()
  const inputs = await openInputs(path, name)
  const sha256 = await hashOf(path, {
    ...(whenDue && { whenDue }),
    onPart: (share) => onProgress?.(HASHING * share, found.current()),
  })
  const progress = () => HASHING + (1 - HASHING) * inputs.progress()
  const { imports, months } = await readManifest(folder)
  if (imports.some((each) => each.sha256 === sha256 && each.source === source && each.reader === READER)) {
    inputs.close()
    return { staged: undefined, findings: found.current(), report: { is_known: true, added: 0, replaced: 0 } }
  }
  const stage = createStage(request, months)
  async function* paced(text: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const part of text) {
      await whenDue?.()
      yield part
      onProgress?.(progress(), found.current())
    }
  }
  try {
    for (const { name: file, pair, text } of inputs.files) {
      if (inputs.isArchive) found.file(file, pair)
      try {
        for await (const month of readMonths(paced(text()), { file, pair, found, now, allowsGaps }))
          await stage.add(pair, month)
      } catch (error) {
        throw inputs.isArchive && error instanceof UnusableFile ? new UnusableFile(`${file}: ${error.message}`) : error
      }
    }
  } catch (error) {
    onProgress?.(progress(), found.current())
    await removeStaged(folder, stage.staged())
    throw error
  } finally {
    inputs.close()
  }
  return {
    staged: { id, file: name, source, sha256, reader: READER, months: [...stage.staged()] },
    findings: found.current(),
    report: stage.report(),
  }
}
