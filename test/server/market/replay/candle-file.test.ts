import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCandleFile, parseFileName } from '#server/market/replay/candle-file.ts'
import { CSV_HEADER, makeCandleFolder, toRow, zipRows, type CandleFolder } from '#test/support/data/candle-files.ts'
import { candleAt, T0_S } from '#test/support/server/market.ts'

let folder: CandleFolder
beforeEach(async () => {
  folder = await makeCandleFolder()
})
afterEach(() => folder.remove())

const NAME = 'BTCUSD-1m-test.csv.gz'
async function read(bytes: Uint8Array, rowCap?: number) {
  const result = await readCandleFile(await folder.writeBytes(NAME, bytes), NAME, rowCap)
  return {
    rows: 'candles' in result ? result.candles.slice(0, Infinity) : undefined,
    refused: 'refused' in result ? result.refused : undefined,
    issues: result.issues,
  }
}
const issue = (line: number, reason: string) => ({ file: NAME, line, reason })
const good = Array.from({ length: 20 }, (_, minute) => candleAt(minute, 100 + minute))

describe('a candle file', () => {
  it('[MK-30] is read row by row with exact values', async () => {
    const odd = {
      timestamp: T0_S + 1_800,
      open: 8533.11384961,
      high: 9e3,
      low: 0.1,
      close: 0.30000000000000004,
      volume: 0,
    }
    expect(await read(zipRows([...good, odd]))).toEqual({ rows: [...good, odd], refused: undefined, issues: [] })
  })

  it('[MK-30] may have Windows line ends, a byte order mark and no last line end', async () => {
    const text = `\uFEFF${[CSV_HEADER, ...good.map(toRow)].join('\r\n')}`
    expect((await read(gzipSync([CSV_HEADER, ...good.map(toRow)].join('\r\n')))).rows).toEqual(good)
    expect((await read(gzipSync(text))).rows).toEqual(good)
  })

  it.each([
    ['1767571500,100,102,98', 'has 4 fields instead of 6'],
    ['', 'has 1 fields instead of 6'],
    ['1767571500,100,1O2,98,101,1.5', 'high is not a number: "1O2"'],
    ['1767571500,100,102,98,101,', 'volume is not a number: ""'],
    ['1767571500,100,102,98,0x10,1', 'close is not a number: "0x10"'],
    ['1767571500,100,102,98,NaN,1', 'close is not a number: "NaN"'],
    ['1767571501,100,102,98,101,1', 'timestamp 1767571501 is not the start of a minute'],
    ['1767571500000,100,102,98,101,1', 'timestamp 1767571500000 is not in seconds'],
    [`${T0_S + 240},100,102,98,101,1`, `timestamp ${T0_S + 240} does not rise: the row before has ${T0_S + 240}`],
    [`${T0_S},100,102,98,101,1`, `timestamp ${T0_S} does not rise: the row before has ${T0_S + 240}`],
    [
      '1767571500,100,99,98,101,1',
      'is not a valid candle: prices must be above 0, low the lowest, high the highest, volume not below 0',
    ],
    [
      '1767571500,100,102,-1,101,1',
      'is not a valid candle: prices must be above 0, low the lowest, high the highest, volume not below 0',
    ],
  ])('[MK-33] skips the row %j, uses the others and reports its line', async (row, reason) => {
    const result = await read(zipRows([...good.slice(0, 5), row, ...good.slice(6)]))
    expect(result).toEqual({
      rows: [...good.slice(0, 5), ...good.slice(6)],
      refused: undefined,
      issues: [issue(7, reason)],
    })
  })

  it('[MK-33] is rejected if more than ten of a few rows are bad', async () => {
    const bad = Array.from({ length: 11 }, () => 'x')
    expect(await read(zipRows([...good, ...bad.slice(1)]))).toMatchObject({ rows: good, refused: undefined })
    expect((await read(zipRows([...good, ...bad]))).refused).toEqual(
      issue(22, '11 of 32 lines are bad; the first has 1 fields instead of 6'),
    )
  })

  it('[MK-33] may have at most one bad row in a hundred', async () => {
    const many = Array.from({ length: 1_980 }, (_, minute) => candleAt(minute))
    const bad = (count: number) => Array.from({ length: count }, () => 'x')
    expect(await read(zipRows([...many, ...bad(20)]))).toMatchObject({ rows: many, refused: undefined })
    expect((await read(zipRows([...many, ...bad(21)]))).refused).toEqual(
      issue(1_982, '21 of 2002 lines are bad; the first has 1 fields instead of 6'),
    )
  })

  it.each([
    [
      'a wrong header',
      () => zipRows(good, 'time,o,h,l,c,v'),
      1,
      'the header is "time,o,h,l,c,v" instead of "timestamp,open,high,low,close,volume"',
    ],
    [
      'no header',
      () => gzipSync(good.map(toRow).join('\n')),
      1,
      expect.stringContaining('the header is "1767571200,100'),
    ],
    ['no compression', () => Buffer.from([CSV_HEADER, ...good.map(toRow)].join('\n')), 0, 'is not a gzip file'],
    ['nothing in it', () => gzipSync(''), 0, 'it contains no candles'],
    ['a header only', () => zipRows([]), 1, 'it contains no candles'],
    ['no bytes at all', () => Buffer.alloc(0), 0, expect.any(String)],
  ] as const)('[MK-34] with %s is refused', async (_what, bytes, line, reason) => {
    const { rows, refused } = await read(bytes())
    expect([rows, refused]).toEqual([undefined, issue(line, reason as string)])
  })

  it('[MK-34] with too many rows is rejected at the first excess row', async () => {
    expect((await read(zipRows(good), 19)).refused).toEqual(issue(21, 'there are more than 19 rows'))
    expect((await read(zipRows(good), 20)).rows).toEqual(good)
  })

  it('[MK-34] that is truncated yields the rows before the cut, and reports it', async () => {
    const many = Array.from({ length: 3_000 }, (_, minute) => candleAt(minute, 100 + ((minute * 7919) % 1000)))
    const whole = zipRows(many)
    const { rows, refused, issues } = await read(whole.subarray(0, Math.floor(whole.length / 2)))
    expect(refused).toBeUndefined()
    expect(rows?.length).toBeGreaterThan(500)
    expect(rows).toEqual(many.slice(0, rows?.length))
    expect(issues).toEqual([issue((rows?.length ?? 0) + 2, 'the file is truncated; the rows before the cut are used')])
  })

  it('[MK-34] without its last bytes yields every row', async () => {
    const { rows, issues } = await read(zipRows(good).subarray(0, -4))
    expect(rows).toEqual(good)
    expect(issues).toHaveLength(1)
  })

  it('[MK-34] with corrupt compression is rejected, because the wrong rows cannot be identified', async () => {
    const bytes = Buffer.from(zipRows(good))
    bytes[bytes.length - 6] = (bytes[bytes.length - 6] ?? 0) ^ 0xff
    const { rows, refused } = await read(bytes)
    expect(rows).toBeUndefined()
    expect(refused?.reason).toBe('the compressed data is damaged: incorrect data check')
  })

  it('[MK-35] that does not exist is rejected with the reason', async () => {
    const result = await readCandleFile('/nowhere/x.csv.gz', 'x.csv.gz')
    expect(result).toMatchObject({ refused: { file: 'x.csv.gz', line: 0, reason: expect.stringContaining('ENOENT') } })
  })
})

describe('a file name', () => {
  it.each([
    ['BTCUSD-1m-2019-06.csv.gz', 'BTCUSD', 'USD'],
    ['xbtusd_1m.csv.gz', 'BTCUSD', 'USD'],
    ['XXBTZUSD.csv.gz', 'BTCUSD', 'USD'],
    ['BTC-USD-2020.csv.gz', 'BTCUSD', 'USD'],
    ['ETHUSD.csv.gz', 'ETHUSD', 'USD'],
    ['XETHZUSD_1.csv.gz', 'ETHUSD', 'USD'],
    ['XRP_USD-1m.csv.gz', 'XRPUSD', 'USD'],
    ['BTCUSDT-1m-2025-06-bybit.csv.gz', 'BTCUSD', 'USDT'],
    ['BTCUSDC-1m-2023-01-kraken.csv.gz', 'BTCUSD', 'USDC'],
    ['SOLUSD_1.csv', 'SOLUSD', 'USD'],
    ['XDGUSD_1.csv', 'DOGEUSD', 'USD'],
    ['XLTCZUSD_1.csv', 'LTCUSD', 'USD'],
    ['AVAX-USDT-1m.csv.gz', 'AVAXUSD', 'USDT'],
  ])('[MK-30] [MK-31] %s is %s against %s', (name, pair, quote) => {
    expect(parseFileName(name)).toEqual({ pair, quote })
  })

  it.each([
    'candles.csv.gz',
    'XRPETH-trades.csv.gz',
    'BTCUSDX-1m.csv.gz',
    'WBTCUSD.csv.gz',
    'BTCEUR.csv.gz',
    'USD.csv.gz',
    'USDTUSD_1.csv',
  ])('[MK-30] %s has no known pair', (name) => {
    expect(parseFileName(name)).toBeUndefined()
  })
})
