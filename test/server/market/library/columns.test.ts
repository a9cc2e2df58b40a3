import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsOf } from '#server/market/library/rows.ts'

const ROW = '1559347200,1,4,0.5,2,10'
const NAMES = ['timestamp', 'open', 'high', 'low', 'close', 'volume']
const rowOf = (first: string, line: string, pair?: 'BTCUSD' | 'ETHUSD') => {
  const columns = columnsOf(first, pair)
  return typeof columns === 'string' ? columns : { hasHeader: columns.hasHeader, row: columns.toRow(line) }
}

describe('[BT-42] [AN-80] the columns of a file of candles', () => {
  it.each([
    ['the usual header', 'timestamp,open,high,low,close,volume', ROW],
    // These were stored with open and close swapped, and with the volume in dollars.
    ['close before open', 'timestamp,close,high,low,open,volume', '1559347200,2,4,0.5,1,10'],
    ['the quote volume first', 'timestamp,open,high,low,close,quote_volume,volume', '1559347200,1,4,0.5,2,20,10'],
    ['Bitfinex', 'MTS,OPEN,CLOSE,HIGH,LOW,VOLUME', '1559347200000,1,2,4,0.5,10'],
    [
      'CryptoDataDownload',
      'unix,date,symbol,open,high,low,close,Volume BTC,Volume USD',
      '1559347200,2019-06-01 00:00:00,BTC/USD,1,4,0.5,2,10,20',
    ],
    ['ISO times', 'Date,Open,High,Low,Close,Volume', '2019-06-01T00:00:00Z,1,4,0.5,2,10'],
    [
      'quotes and semicolons',
      '"Open time";"Open";"High";"Low";"Close";"Volume (BTC)"',
      '"2019-06-01 00:00:00";"1";"4";"0.5";"2";"10"',
    ],
    ['a time zone', 'time,open,high,low,close,volume', '2019-06-01 02:00+02:00,1,4,0.5,2,10'],
  ])('are read by their names: %s', (_, header, line) => {
    expect(rowOf(header, line, 'BTCUSD')).toEqual({ hasHeader: true, row: ROW })
  })

  it.each([
    ['Kraken', ROW],
    ['Kraken with trades', `${ROW},7`],
    ['with an exponent', '1559347200,1,4,0.5,2,1e1'],
    ['Binance in ms', '1559347200000,1,4,0.5,2,10,1559347259999,20,7,5,10,0'],
    ['Binance in µs', '1735689600000000,1,4,0.5,2,10,1735689659999999,20,7,5,10,0'],
  ])('are known without a header: %s', (_, line) => {
    const row = line.startsWith('1735') ? ROW.replace('1559347200', '1735689600') : line.includes('e') ? line : ROW
    expect(rowOf(line, line)).toEqual({ hasHeader: false, row })
  })

  it.each([
    ['timestamp,open,high,low,volume', 'its header is not understood: it names no close (or close_price, last, c)'],
    ['timestamp,open,high,low,close,Volume ETH,Volume USD', 'its header is not understood: it names no volume (or '],
    ['nonsense', 'its header is not understood: it names no timestamp (or '],
    ['1559347200,1,4,0.5,2,1.5,10,7', 'it has 8 columns and no header that names them'],
  ])('are refused where they are not understood, with the names they may have: %s', (first, reason) => {
    expect(rowOf(first, ROW, 'BTCUSD')).toContain(reason)
  })

  it('give the same row in any order, with any others between them', () => {
    const column = fc.constantFrom('quote_volume', 'vwap', 'trades', 'pair')
    const anyOrder = fc.tuple(
      fc.shuffledSubarray(NAMES, { minLength: 6, maxLength: 6 }),
      fc.uniqueArray(column),
      fc.nat(6),
    )
    fc.assert(
      fc.property(anyOrder, ([order, others, at]) => {
        const header = [...order.slice(0, at), ...others, ...order.slice(at)]
        const cells = ROW.split(',')
        const line = header.map((name) => cells[NAMES.indexOf(name)] ?? '99').join(',')
        expect(rowOf(header.join(','), line)).toEqual({ hasHeader: true, row: ROW })
      }),
    )
  })

  it('leave a line of another width as it is, to be refused', () => {
    const header = 'volume,close,low,high,open,timestamp'
    expect(rowOf(header, '1,2,3')).toEqual({ hasHeader: true, row: '1,2,3' })
  })
})
