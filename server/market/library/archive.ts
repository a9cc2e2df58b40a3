import { basename } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { UnusableFile } from './findings.ts'
import { fileOfCandles, unreadable, type CandleInput, type ImportInputs } from './candle-input.ts'
import { QUOTES, type Quote } from '#server/market/replay/candle-file.ts'

/** Kraken's archive of everything has about 10,000 files. */
const MAX_ENTRIES = 100_000
/** Rows of candles become about five times smaller. */
const MAX_RATIO = 100
const MAX_BYTES = 16 * 2 ** 30

const PACKED = /\.(zip|gz|tgz|tar|7z|rar|xz|bz2|zst)$/i
/** What macOS and Windows add to archives. */
const isExtra = (path: string): boolean => path.endsWith('/') || path.startsWith('__MACOSX/')

interface Chosen {
  readonly entry: Entry
  readonly input: Omit<CandleInput, 'text'>
  readonly quote: Quote
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** What the library says of a damaged or malicious archive, for the user. */
function unusable(error: unknown): unknown {
  if (error instanceof UnusableFile || isOfSystem(error)) return error
  const message = messageOf(error)
  if (/end of central directory/i.test(message))
    return new UnusableFile('it is not a zip file, or ends in the middle: it was not copied completely')
  if (/encrypt/i.test(message)) return new UnusableFile('it is encrypted: unpack it with its password first')
  if (/multi-disk/i.test(message)) return new UnusableFile('it is one part of several: join them first')
  if (/relative path|absolute path|invalid characters in fileName/i.test(message))
    return new UnusableFile(`it names a file outside of itself (${message})`)
  return new UnusableFile(`it is damaged (${message})`)
}

function assertSound({ entries, bytes }: { readonly entries: number; readonly bytes: number }): void {
  if (entries > MAX_ENTRIES) throw new UnusableFile(`it has more than ${MAX_ENTRIES} files`)
  if (bytes > MAX_BYTES) throw new UnusableFile(`its candles have more than ${MAX_BYTES / 2 ** 30} GiB`)
}

function assertReadable(entry: Entry): void {
  const { fileName, compressedSize, uncompressedSize, compressionMethod } = entry
  if (entry.isEncrypted()) throw new UnusableFile(`${fileName} is encrypted: unpack it with its password first`)
  if (!entry.canDecodeFileData())
    throw new UnusableFile(`${fileName} is compressed by method ${compressionMethod}: pack it with Deflate`)
  if (uncompressedSize > MAX_RATIO * compressedSize)
    throw new UnusableFile(`${fileName} would become more than ${MAX_RATIO} times as large: it has no candles`)
}

/** Of a pair, the files in the best quote currency: stable coins stand in for the dollar only where it has none. */
function inBestQuote(chosen: readonly Chosen[]): readonly Chosen[] {
  const rank = ({ quote }: Chosen) => QUOTES.indexOf(quote)
  const best = new Map<string, number>()
  for (const each of chosen) best.set(each.input.pair, Math.min(rank(each), best.get(each.input.pair) ?? Infinity))
  return chosen.filter((each) => rank(each) === best.get(each.input.pair))
}

/** The files of one-minute candles of known pairs that are not empty; all others are left alone. */
async function choose(zip: ZipFile): Promise<readonly Chosen[]> {
  const chosen: Chosen[] = []
  assertSound({ entries: zip.entryCount, bytes: 0 })
  for await (const entry of zip.eachEntry()) {
    if (isExtra(entry.fileName)) continue
    const name = basename(entry.fileName)
    if (PACKED.test(name)) throw new UnusableFile(`it contains another archive, ${entry.fileName}: unpack it first`)
    const file = fileOfCandles(name)
    if ('refused' in file || entry.uncompressedSize === 0) continue
    if (chosen.some(({ input }) => input.name === name)) throw new UnusableFile(`it has two files named ${name}`)
    chosen.push({ entry, input: { name, pair: file.pair }, quote: file.quote })
  }
  const best = inBestQuote(chosen)
  if (best.length === 0)
    throw new UnusableFile('it has no file of one-minute candles of a pair that Pairbot knows, such as XBTUSD_1.csv')
  for (const { entry } of best) assertReadable(entry)
  assertSound({ entries: best.length, bytes: best.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0) })
  return best
}

/** Opens a zip with files of candles. Nothing is unpacked to disk: each is read as a stream. */
export async function openArchive(path: string): Promise<ImportInputs> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { autoClose: false })
    return inputsOf(zip, await choose(zip))
  } catch (error) {
    zip?.close()
    throw unusable(error)
  }
}

function inputsOf(zip: ZipFile, chosen: readonly Chosen[]): ImportInputs {
  const total = chosen.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  let read = 0

  async function* checked(entry: Entry): AsyncGenerator<string> {
    let sum = 0
    const decoder = new StringDecoder('utf8')
    try {
      const bytes: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
      for await (const part of bytes) {
        read += part.length
        sum = crc32(part, sum)
        yield decoder.write(part)
      }
    } catch (error) {
      throw unusable(unreadable(error))
    }
    if (sum !== entry.crc32) throw new UnusableFile('its checksum is wrong: it is damaged')
  }
  return {
    isArchive: true,
    files: chosen.map(({ entry, input }) => ({ ...input, text: () => checked(entry) })),
    progress: () => Math.min(1, read / total),
    close: () => zip.close(),
  }
}
