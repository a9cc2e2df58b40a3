import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMonthFiles } from '#server/backtests/data/month-files.ts'
import { importFile } from '#server/market/library/import.ts'
import { createCandleLibrary } from '#server/market/library/library.ts'
import { makeCandleFolder, toRow, type CandleFolder } from '#test/support/data/candle-files.ts'
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
  const take = (path: string, source = 'kraken') => importFile({ folder, path, source })
  return { folder, take, library: createCandleLibrary(folder) }
}
const kraken = async (name: string, rows: readonly string[]) => {
  await writeFile(join(input.path, name), `${rows.join('\n')}\n`)
  return join(input.path, name)
}
const ms = (seconds: number) => seconds * 1000

describe('importing candles', () => {
  it('[BT-41] [BT-42] stores what Kraken offers by month, without header and with trades', async () => {
    const { take, library } = newLibrary()
    const path = await kraken(
      'XBTUSD_1.csv',
      [...MAY, ...JUNE].map((each) => `${toRow(each)},7`),
    )
    expect(await take(path)).toEqual({ isKnown: false, minutes: 80, issues: [] })
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
    await take(second)
    expect(await take(first)).toEqual({ isKnown: true, minutes: 0, issues: [] })
    const [set] = await library.sets()
    const columns = await readMonthFiles(library.files(set!, 0, Infinity))

    expect(set?.minutes).toBe(21)
    expect(columns.close[10]).toBe(500)
    expect((await take(first, 'other')).isKnown).toBe(false)
    expect((await library.sets()).map(({ source }) => source)).toEqual(['kraken', 'other'])
  })

  it('[BT-42] names bad rows, and refuses what is not candles of one minute', async () => {
    const { take, library } = newLibrary()
    const rows = JUNE.map(toRow)
    rows[3] = 'x,1,2,3,4,5'
    const { issues, minutes } = await take(await kraken('ETHUSD_1.csv', rows))
    expect([minutes, issues]).toEqual([
      49,
      [{ file: 'ETHUSD_1.csv', line: 4, reason: 'timestamp is not a number: "x"' }],
    ])
    await expect(take(await kraken('ETHUSD_5.csv', rows))).rejects.toThrow('not of one minute')
    await expect(take(await kraken('DOGEUSD_1.csv', rows))).rejects.toThrow('does not begin with a pair')
    await expect(
      take(
        await kraken(
          'XRPUSD_1.csv',
          rows.map(() => 'x'),
        ),
      ),
    ).rejects.toThrow('50 of 50 lines are bad')
    await expect(take(await kraken('XBTUSD.zip', rows))).rejects.toThrow('unpack an archive first')
    expect((await library.sets()).map(({ pair }) => pair)).toEqual(['ETHUSD'])
  })

  it('[BT-41] an interrupted import lists whole months only, and is completed by the next', async () => {
    const { folder, library } = newLibrary()
    const path = await kraken('BTCUSD_1.csv', [...MAY, ...JUNE].map(toRow))
    const interrupted = importFile({
      folder,
      path,
      source: 'kraken',
      onMonth() {
        throw new Error('killed')
      },
    })
    await expect(interrupted).rejects.toThrow('killed')
    expect((await library.sets()).map(({ minutes }) => minutes)).toEqual([30])
    expect((await importFile({ folder, path, source: 'kraken' })).isKnown).toBe(false)
    expect((await library.sets()).map(({ minutes }) => minutes)).toEqual([80])
    expect((await readdir(join(folder, 'kraken'))).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('a library that does not exist is empty', async () => {
    expect(await createCandleLibrary(join(input.path, 'none')).sets()).toEqual([])
  })
})
