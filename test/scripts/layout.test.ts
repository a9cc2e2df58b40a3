import { describe, expect, it } from 'vitest'
import { parseLayout } from '../../scripts/analysis/layout.ts'

const ROW = '1559347200,1,4,0.5,2,10'
const arranged = (first: string, line: string) => {
  const layout = parseLayout(first)
  return typeof layout === 'string' ? layout : { hasHeader: layout.hasHeader, row: layout.reorder(line) }
}

describe('columns of a candle file', () => {
  it.each([
    ['the usual header', 'timestamp,open,high,low,close,volume', ROW, true],
    ['columns in another order', 'Volume,Close,Low,High,Open,Timestamp', '10,2,0.5,4,1,1559347200', true],
    ['columns beside them', 'pair,timestamp,open,high,low,close,vwap,volume', 'X,1559347200,1,4,0.5,2,1.5,10', true],
    ['no header', ROW, ROW, false],
    ['no header, and the count of trades', `${ROW},7`, `${ROW},7`, false],
  ])('[AN-80] %s', (_, first, line, hasHeader) => {
    expect(arranged(first, line)).toEqual({ hasHeader, row: ROW })
  })

  it.each([
    ['timestamp,open,high,low,volume', 'the header lacks close; it must name timestamp,open,high,low,close,volume'],
    ['1559347200,1,4,0.5,2,1.5,10,7', '8 columns and no header to name them'],
    [
      'nonsense',
      'the header lacks timestamp, open, high, low, close, volume; it must name timestamp,open,high,low,close,volume',
    ],
  ])('[AN-80] %s cannot be told', (first, reason) => {
    expect(parseLayout(first)).toBe(reason)
  })

  it('[AN-80] a line of another width is left for its reader to refuse', () => {
    for (const line of ['1,2,3', '10,2,0.5,4,1,1559347200,9']) {
      expect(arranged('volume,close,low,high,open,timestamp', line)).toEqual({ hasHeader: true, row: line })
    }
  })
})
