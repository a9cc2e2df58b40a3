import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFile } from '#server/market/library/import.ts'
import { createCandleLibrary } from '#server/market/library/library.ts'
import { makeCandleFolder, toRow, type CandleFolder } from '#test/support/data/candle-files.ts'
import { candle, candles } from '#test/support/data/candles.ts'
import { zipOf, type ZippedFile } from '#test/support/data/zip-files.ts'

const ROWS = candles(60).map((each) => `${toRow(each)},7`)
const CSV = `${ROWS.join('\n')}\n`

let input: CandleFolder
let libraries = 0
beforeAll(async () => {
  input = await makeCandleFolder()
})
afterAll(() => input.remove())

function newLibrary() {
  libraries += 1
  const folder = join(input.path, `library-${libraries}`)
  return {
    folder,
    sets: async () =>
      (await createCandleLibrary(folder).sets()).map(({ pair, source, minutes }) => [pair, source, minutes]),
    take: async (content: Uint8Array, onProgress?: (progress: number) => void) => {
      const path = await input.writeBytes('Kraken_OHLCVT_Q1.zip', content)
      return importFile({ folder, path, source: 'kraken', now: Date.UTC(2026, 0), ...(onProgress && { onProgress }) })
    },
  }
}
const file = (name: string, content: string | Uint8Array = CSV, part: Partial<ZippedFile> = {}): ZippedFile => ({
  name,
  content,
  ...part,
})
const zip = (...files: ZippedFile[]) => zipOf(files)

describe('importing an archive', () => {
  it('[BT-44] takes the files of one-minute candles of known pairs, in any folder, and says what is in each', async () => {
    const { take, sets } = newLibrary()
    const progress: number[] = []
    const archive = zip(
      file('Kraken/'),
      file('Kraken/XBTUSD_1.csv', [...ROWS.slice(0, 20), 'x', ...ROWS.slice(30)].join('\r\n')),
      file('Kraken/XBTUSD_5.csv'),
      file('Kraken/XBTUSDT_1.csv', toRow(candle(0, { close: 1 }))),
      file('Kraken/ABCUSD_1.csv'),
      file('Kraken/ADAUSD_1.csv', ''),
      file('Kraken/readme.txt', 'x'),
      file('__MACOSX/._ETHUSD_1.csv', 'x'),
      file('ETHUSD_1.csv'),
    )
    const { findings, report } = await take(archive, (share) => void progress.push(share))

    expect(findings.files).toEqual([
      { file: 'XBTUSD_1.csv', pair: 'BTCUSD', minutes: 50, missing: 10, skipped: 1 },
      { file: 'ETHUSD_1.csv', pair: 'ETHUSD', minutes: 60, missing: 0, skipped: 0 },
    ])
    expect(findings).toMatchObject({ minutes: 110, missing: 10, rejected: 1 })
    expect(findings.skipped).toMatchObject([{ file: 'XBTUSD_1.csv', line: 21 }])
    expect(report).toEqual({ is_known: false, added: 110, replaced: 0 })
    expect(await sets()).toEqual([
      ['BTCUSD', 'kraken', 50],
      ['ETHUSD', 'kraken', 60],
    ])
    expect([progress.toSorted((a, b) => a - b), progress.at(-1)]).toEqual([progress, 1])
    expect((await take(archive)).report.is_known).toBe(true)
  })

  it('[BT-44] stable coins stand in for the dollar only where it is missing', async () => {
    const { take, sets } = newLibrary()
    await take(zip(file('SOLUSDT_1.csv'), file('SOLUSDC_1.csv', toRow(candle(0)))))
    expect(await sets()).toEqual([['SOLUSD', 'kraken', 60]])
  })

  const whole = zip(file('XBTUSD_1.csv'))
  const bomb = Buffer.alloc(4 * 2 ** 20, '\n')
  it.each<readonly [what: string, archive: Uint8Array, error: string]>([
    ['no zip', Buffer.from('x'.repeat(200)), 'it is not a zip file, or ends in the middle'],
    ['an empty file', Buffer.alloc(0), 'it is not a zip file, or ends in the middle'],
    ['a cut one', whole.subarray(0, -30), 'it is not a zip file, or ends in the middle'],
    ['a damaged directory', damaged(whole, 'PK\x01\x02'), 'it is damaged (invalid central directory'],
    ['a damaged file header', damaged(whole, 'PK\x03\x04'), 'XBTUSD_1.csv: it is damaged (invalid local file header'],
    ['a file with a wrong checksum', zip(file('XBTUSD_1.csv', CSV, { checksum: 7 })), 'its checksum is wrong'],
    ['a file that is larger than said', zip(file('XBTUSD_1.csv', CSV, { size: 90 })), 'XBTUSD_1.csv: it is damaged'],
    [
      'a file that is smaller than said',
      zip(file('XBTUSD_1.csv', CSV, { size: 9_999 })),
      'XBTUSD_1.csv: it is damaged',
    ],
    ['an encrypted file', zip(file('XBTUSD_1.csv', CSV, { isEncrypted: true })), 'is encrypted'],
    ['another compression', zip(file('XBTUSD_1.csv', CSV, { method: 14 })), 'is compressed by method 14'],
    ['an archive in it', zip(file('XBTUSD_1.csv'), file('more.zip', whole)), 'it contains another archive, more.zip'],
    ['a bomb', zip(file('XBTUSD_1.csv', bomb)), 'would become more than 100 times as large'],
    ['a path out of it', zip(file('../../XBTUSD_1.csv')), 'it names a file outside of itself'],
    ['an absolute path', zip(file('/etc/XBTUSD_1.csv')), 'it names a file outside of itself'],
    ['a path of Windows', zip(file('..\\XBTUSD_1.csv')), 'it names a file outside of itself'],
    ['two files of a name', zip(file('a/XBTUSD_1.csv'), file('b/XBTUSD_1.csv')), 'it has two files named XBTUSD_1.csv'],
    ['no candles', zip(file('XBTUSD_5.csv'), file('a.txt')), 'it has no file of one-minute candles'],
    [
      'a file without candles',
      zip(file('ETHUSD_1.csv'), file('XBTUSD_1.csv', 'x\n'.repeat(20))),
      'XBTUSD_1.csv: its header is not understood',
    ],
  ])('[BT-44] refuses %s, and nothing of it stays', async (_what, archive, error) => {
    const { folder, take } = newLibrary()
    await expect(take(archive)).rejects.toThrow(error)
    const left = await readdir(folder, { recursive: true }).catch(() => [])
    expect(left.filter((name) => basename(name).includes('.csv'))).toEqual([])
  })
})

/** With the first such signature made unreadable. */
function damaged(archive: Buffer, signature: string): Buffer {
  const copy = Buffer.from(archive)
  copy.writeUInt8(0, copy.indexOf(signature, 0, 'latin1'))
  return copy
}
