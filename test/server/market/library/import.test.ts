import { appendFile, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMonthFiles } from '#server/backtests/data/month-files.ts'
import { importFile } from '#server/market/library/import.ts'
import { pairOfFile } from '#server/market/library/candle-input.ts'
import { createCandleLibrary, removeLeftovers, removeUnpublished } from '#server/market/library/library.ts'
import { readManifest, writeManifest } from '#server/market/library/manifest.ts'
import { publishImport } from '#server/market/library/publish.ts'
import { stageImport } from '#server/market/library/stage.ts'
import { CSV_HEADER, makeCandleFolder, toRow, type CandleFolder } from '#test/support/data/candle-files.ts'
import { candle, candles, MIDNIGHT } from '#test/support/data/candles.ts'

/** The half hour before June 2019, and what follows. */
const MAY = candles(30).map((each) => ({ ...each, timestamp: each.timestamp - 1_800 }))
const JUNE = candles(50)

let input: CandleFolder
beforeAll(async () => {
  input = await makeCandleFolder()
})
afterAll(() => input.remove())

let libraries = 0
function newLibrary() {
  libraries += 1
  const folder = join(input.path, `library-${libraries}`)
  let imports = 0
  const requestOf = (path: string, source = 'kraken') => {
    imports += 1
    return { folder, path, name: basename(path), source, id: `import-${imports}`, now: Date.UTC(2026, 0) }
  }
  const take = (path: string, source?: string) => importFile(requestOf(path, source))
  const stage = (path: string) => stageImport(requestOf(path))
  const names = async () => (await readdir(join(folder, 'kraken'))).toSorted()
  return { folder, take, stage, names, library: createCandleLibrary(folder) }
}
const kraken = async (name: string, rows: readonly string[]) => {
  await writeFile(join(input.path, name), `${rows.join('\n')}\n`)
  return join(input.path, name)
}
const ms = (seconds: number) => seconds * 1000

describe('importing candles', () => {
  const lines = JUNE.map(({ timestamp, open, high, low, close, volume }) =>
    [timestamp, close, high, low, open, volume].join(),
  )
  const SWAPPED = 'timestamp,close,high,low,open,volume'
  const stored = async (folder: string) => {
    const library = createCandleLibrary(folder)
    const [set] = await library.sets()
    const { open, close, volume } = await readMonthFiles(library.files(set!, 0, Infinity))
    return { open: [...open], close: [...close], volume: [...volume] }
  }

  it.each([
    ['columns in another order', [SWAPPED, ...lines]],
    ['the newest first, below an address', ['https://www.CryptoDataDownload.com', SWAPPED, ...lines.toReversed()]],
  ])('[BT-42] stores candles by the names of their columns: %s', async (_, rows) => {
    const { take, folder } = newLibrary()
    const { findings } = await take(await kraken('XBTUSD_1.csv', rows))
    expect(findings).toMatchObject({ minutes: 50, rejected: 0, missing: 0 })
    expect(await stored(folder)).toEqual({
      open: JUNE.map(({ open }) => open),
      close: JUNE.map(({ close }) => close),
      volume: JUNE.map(({ volume }) => volume),
    })
  })

  it.each([
    ['before 2009', 0, 'timestamp 0 is before 2009'],
    ['in the future', Date.UTC(2079, 0) / 1000, 'timestamp 3439756800 is in the future'],
  ])('[BT-42] rejects a minute %s, with its line', async (_, timestamp, reason) => {
    const { take } = newLibrary()
    const rows = JUNE.map(toRow).toSpliced(7, 0, toRow({ ...candle(0), timestamp }))
    const { findings } = await take(await kraken('XBTUSD_1.csv', rows))
    expect(findings).toMatchObject({ minutes: 50, rejected: 1, skipped: [{ line: 8, reason }] })
  })

  it('[BT-42] rejects a single price a hundred times the one before', async () => {
    const { take } = newLibrary()
    const rows = JUNE.map((each, index) => toRow(index === 9 ? { ...each, high: 1e6, close: 1e6 } : each))
    const { findings } = await take(await kraken('XBTUSD_1.csv', rows))
    expect(findings).toMatchObject({ minutes: 49, rejected: 1, skipped: [{ line: 10 }] })
    expect(findings.skipped[0]?.reason).toMatch(/more than 100 times/)
  })

  it('[BT-42] takes a price a hundred times the one of a year before, as of the first years', async () => {
    const { take, folder } = newLibrary()
    const later = JUNE.map((each) => ({
      timestamp: each.timestamp + 500 * 86_400,
      open: each.open * 200,
      high: each.high * 200,
      low: each.low * 200,
      close: each.close * 200,
      volume: each.volume,
    }))
    const path = await kraken('XBTUSD_1.csv', [...JUNE, ...later].map(toRow))
    const { findings } = await importFile({ folder, path, source: 'kraken', now: Date.UTC(2026, 0), allowsGaps: true })
    expect(findings).toMatchObject({ minutes: 100, rejected: 0 })
    expect((await take(path)).report.is_known).toBe(true)
  })

  it('[BT-42] refuses prices far from those that the library has of the pair, such as of another one', async () => {
    const { take } = newLibrary()
    await take(await kraken('ETHUSD_1.csv', JUNE.map(toRow)))
    const dear = JUNE.map((each) => ({
      ...each,
      open: each.open * 40,
      high: each.high * 40,
      low: each.low * 40,
      close: each.close * 40,
    }))
    await expect(take(await kraken('ETHUSD_1.csv', dear.map(toRow)), 'bitstamp')).rejects.toThrow(
      'is it named after the right pair?',
    )
  })

  it('[BT-42] asks before it takes candles that are more than a year apart', async () => {
    const { take, folder } = newLibrary()
    const rows = [...JUNE, ...JUNE.map((each) => ({ ...each, timestamp: each.timestamp + 500 * 86_400 }))].map(toRow)
    const path = await kraken('XBTUSD_1.csv', rows)
    await expect(take(path)).rejects.toThrow('line 51 is 499 days from the line before it')
    const { findings } = await importFile({ folder, path, source: 'kraken', now: Date.UTC(2026, 0), allowsGaps: true })
    expect(findings.minutes).toBe(100)
  })

  it('[BT-41] reads a known file again that was read by the places of its columns', async () => {
    const { take, folder } = newLibrary()
    const path = await kraken('XBTUSD_1.csv', JUNE.map(toRow))
    await take(path)
    const manifest = await readManifest(folder)
    await writeManifest(folder, {
      ...manifest,
      imports: manifest.imports.map((each) => ({ ...each, reader: undefined })),
    })
    expect((await take(path)).report).toEqual({ is_known: false, added: 0, replaced: 50 })
    expect((await take(path)).report.is_known).toBe(true)
  })

  it('[BT-41] [BT-42] stores what Kraken offers by month, without header and with trades', async () => {
    const { take, library } = newLibrary()
    const path = await kraken(
      'XBTUSD_1.csv',
      [...MAY, ...JUNE].map((each) => `${toRow(each)},7`),
    )
    expect(await take(path)).toEqual({
      findings: { minutes: 80, duplicates: 0, rejected: 0, skipped: [], missing: 0, gaps: [], files: [] },
      report: { is_known: false, added: 80, replaced: 0 },
    })
    const [set] = await library.sets()
    expect(set).toMatchObject({
      pair: 'BTCUSD',
      source: 'kraken',
      from: ms(MIDNIGHT - 1_800),
      to: ms(MIDNIGHT + 3_000),
      minutes: 80,
    })
    expect(set?.months.map(({ month, minutes }) => [month, minutes])).toEqual([
      ['2019-05', 30],
      ['2019-06', 50],
    ])
    const files = library.files(set!, ms(MIDNIGHT), ms(MIDNIGHT + 60))
    expect(files).toHaveLength(1)
    const columns = await readMonthFiles(library.files(set!, 0, Infinity))
    expect([...columns.at]).toEqual([...MAY, ...JUNE].map(({ timestamp }) => ms(timestamp)))
    expect([...columns.close]).toEqual([...MAY, ...JUNE].map(({ close }) => close))
  })

  it('[BT-41] joins files of a month, the later import wins, and a known file is not read again', async () => {
    const { take, library } = newLibrary()
    const first = await input.write('BTCUSD-1m-a.csv.gz', JUNE.slice(0, 20))
    const second = await input.write('BTCUSD-1m-b.csv.gz', [candle(10, { close: 500 }), candle(30)])
    await take(first)
    expect((await take(second)).report).toEqual({ is_known: false, added: 1, replaced: 1 })
    expect((await take(first)).report).toEqual({ is_known: true, added: 0, replaced: 0 })
    const [set] = await library.sets()
    const columns = await readMonthFiles(library.files(set!, 0, Infinity))

    expect(set?.minutes).toBe(21)
    expect(columns.close[10]).toBe(500)
    expect((await take(first, 'other')).report.is_known).toBe(false)
    expect((await library.sets()).map(({ source }) => source)).toEqual(['kraken', 'other'])
  })

  it('[BT-42] names bad rows, and refuses what is not candles of one minute', async () => {
    const { take, library } = newLibrary()
    const rows = JUNE.map(toRow)
    rows[3] = 'x,1,2,3,4,5'
    rows.splice(20, 1, rows[19]!)
    rows.splice(30, 5, rows[2]!)
    const { findings } = await take(await kraken('ETHUSD_1.csv', rows))
    const at = (minute: number) => MIDNIGHT + 60 * minute
    const file = 'ETHUSD_1.csv'
    expect(findings).toEqual({
      minutes: 43,
      duplicates: 1,
      rejected: 2,
      skipped: [
        { file, line: 4, reason: 'timestamp is not a number: "x"' },
        { file, line: 21, reason: `has the minute of the row before, ${at(19)}` },
        { file, line: 31, reason: `timestamp ${at(2)} does not rise: the row before has ${at(29)}` },
      ],
      missing: 7,
      gaps: [
        { pair: 'ETHUSD', from: ms(at(30)), to: ms(at(35)), minutes: 5 },
        { pair: 'ETHUSD', from: ms(at(3)), to: ms(at(4)), minutes: 1 },
        { pair: 'ETHUSD', from: ms(at(20)), to: ms(at(21)), minutes: 1 },
      ],
      files: [],
    })
    await expect(take(await kraken('ETHUSD_5.csv', rows))).rejects.toThrow('not of one minute')
    expect(() => pairOfFile('XDGUSD_60.csv.gz')).toThrow('not of one minute')
    await expect(take(await kraken('DOGEEUR_1.csv', rows))).rejects.toThrow('does not begin with a pair')
    await expect(
      take(
        await kraken(
          'XRPUSD_1.csv',
          rows.map(() => 'x'),
        ),
      ),
    ).rejects.toThrow('its header is not understood')
    await expect(take(await kraken('XBTUSD.7z', rows))).rejects.toThrow('does not end in .csv, .csv.gz or .zip')
    expect((await library.sets()).map(({ pair }) => pair)).toEqual(['ETHUSD'])
  })

  it('[BT-42] refuses what is damaged or no text, and leaves nothing of it', async () => {
    const { take, folder } = newLibrary()
    const rows = [...MAY, ...JUNE].map(toRow)
    const whole = gzipSync([CSV_HEADER, ...rows].join('\n'))
    const bytes = (name: string, content: Uint8Array) => input.writeBytes(name, content)
    await expect(take(await bytes('BTCUSD-cut.csv.gz', whole.subarray(0, -20)))).rejects.toThrow('ends in the middle')
    await expect(take(await bytes('BTCUSD-not.csv.gz', Buffer.from('x'.repeat(50))))).rejects.toThrow('not a gzip file')
    await expect(take(await bytes('BTCUSD-long.csv.gz', gzipSync(Buffer.alloc(2 ** 20, 'x'))))).rejects.toThrow(
      'line 1 is longer than 1000 characters',
    )
    await expect(
      take(
        await kraken(
          'XBTUSD_1 (2).csv',
          rows.filter((_, row) => row % 5 === 0),
        ),
      ),
    ).rejects.toThrow('not of one minute: the closest two are 5 minutes apart')
    await expect(take(await kraken('XBTUSD_1.csv', [...rows, ...rows]))).rejects.toThrow('80 of 160 lines are bad')
    expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.gz'))).toEqual([])
  })

  it('[BT-41] nothing of an import is listed before all of it is, and what is replaced stays until then', async () => {
    const { folder, take, stage, names, library } = newLibrary()
    await take(await kraken('BTCUSD_1.csv', JUNE.slice(0, 20).map(toRow)))
    const [before] = await library.sets()
    const { staged } = await stage(await kraken('XBTUSD_1.csv', [...MAY, ...JUNE].map(toRow)))
    expect(await library.sets()).toEqual([before])
    expect((await readMonthFiles(library.files(before!, 0, Infinity))).length).toBe(20)

    await publishImport(folder, staged!)
    expect((await library.sets()).map(({ minutes }) => minutes)).toEqual([80])
    expect((await names()).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('[BT-41] one that another import has overtaken is not listed, and what was staged can be removed', async () => {
    const { folder, take, stage, names, library } = newLibrary()
    const first = await kraken('BTCUSD_1.csv', JUNE.slice(0, 20).map(toRow))
    const { staged } = await stage(await kraken('XBTUSD_1.csv', JUNE.slice(10).map(toRow)))
    await take(first)
    expect(await publishImport(folder, staged!)).toBe(false)
    await removeUnpublished(folder, staged!.id)
    expect(await names()).toEqual(['BTCUSD-1m-2019-06.import-2.csv.gz'])
    await take(await kraken('XBTUSD_1.csv', JUNE.slice(10).map(toRow)))
    expect((await library.sets()).map(({ minutes }) => minutes)).toEqual([50])

    await removeLeftovers(folder, Date.now())
    expect(await names()).toHaveLength(2)
    await removeLeftovers(folder, Date.now() + 2 * 86_400_000)
    expect(await names()).toEqual(['BTCUSD-1m-2019-06.import-3.csv.gz'])
  })

  it('[BT-60] shows how far it is from the first part on that is hashed, and can be paused before each', async () => {
    const { folder } = newLibrary()
    const path = await kraken('XBTUSD_1.csv', JUNE.map(toRow))
    // Skipped as an empty line; of three parts when it is hashed.
    await appendFile(path, '\n'.repeat(2 * 1_048_576))
    const shown: { progress: number; minutes: number }[] = []
    let parts = 0
    await importFile({
      folder,
      path,
      source: 'kraken',
      now: Date.UTC(2026, 0),
      onProgress: (progress, { minutes }) => void shown.push({ progress, minutes }),
      whenDue: async () => void (parts += 1),
    })
    const hashed = shown.filter(({ minutes }) => minutes === 0)
    expect(hashed).toHaveLength(3)
    expect(hashed[0]!.progress).toBeGreaterThan(0)
    expect(shown.map(({ progress }) => progress)).toEqual(
      shown.map(({ progress }) => progress).toSorted((a, b) => a - b),
    )
    expect(shown.at(-1)).toEqual({ progress: 1, minutes: 50 })
    expect(parts).toBe(shown.length)
  })

  it('a library that does not exist is empty', async () => {
    expect(await createCandleLibrary(join(input.path, 'none')).sets()).toEqual([])
  })
})
