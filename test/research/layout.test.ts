import { describe, expect, it } from 'vitest'
import { parseLayout } from '#research/analysis/layout.ts'

const ROW = '1559347200,1,4,0.5,2,10'
const reordered = (first: string, line: string) => {
  const layout = parseLayout(first)
  return typeof layout === 'string' ? layout : { hasHeader: layout.hasHeader, row: layout.reorder(line) }
}

describe('columns of a candle file', () => {
  it.each([
    ['the usual header', 'timestamp,open,high,low,close,volume', ROW, true],
    ['columns in another order', 'Volume,Close,Low,High,Open,Timestamp', '10,2,0.5,4,1,1559347200', true],
    ['additional columns', 'pair,timestamp,open,high,low,close,vwap,volume', 'X,1559347200,1,4,0.5,2,1.5,10', true],
    ['no header', ROW, ROW, false],
    ['no header, with a trade count', `${ROW},7`, `${ROW},7`, false],
  ])('[AN-80] %s', (_, first, line, hasHeader) => {
    expect(reordered(first, line)).toEqual({ hasHeader, row: ROW })
  })

  it.each([
    ['timestamp,open,high,low,volume', 'the header is missing close; expected timestamp,open,high,low,close,volume'],
    ['1559347200,1,4,0.5,2,1.5,10,7', '8 columns but no header'],
    [
      'nonsense',
      'the header is missing timestamp, open, high, low, close, volume; expected timestamp,open,high,low,close,volume',
    ],
  ])('[AN-80] rejects the first line %s', (first, reason) => {
    expect(parseLayout(first)).toBe(reason)
  })

  it('[AN-80] leaves lines of another width unchanged, for the parser to reject', () => {
    for (const line of ['1,2,3', '10,2,0.5,4,1,1559347200,9']) {
      expect(reordered('volume,close,low,high,open,timestamp', line)).toEqual({ hasHeader: true, row: line })
    }
  })
})
