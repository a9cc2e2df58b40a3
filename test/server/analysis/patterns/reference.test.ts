import { describe, expect, it } from 'vitest'
import { CANDLESTICKS, findCandlesticks } from '#server/analysis/patterns/candlesticks.ts'
import { shapeOf } from '#server/analysis/patterns/shape.ts'
import { candleOf, cell, readTable } from '#test/support/data/analysis.ts'
import { referenceData } from '#test/support/data/reference.ts'

const COLUMN: Record<string, string> = {
  Hammer: 'CDLHAMMER',
  'Hanging Man': 'CDLHANGINGMAN',
  'Inverted Hammer': 'CDLINVERTEDHAMMER',
  'Shooting Star': 'CDLSHOOTINGSTAR',
  'Dragonfly Doji': 'CDLDRAGONFLYDOJI',
  'Gravestone Doji': 'CDLGRAVESTONEDOJI',
  Marubozu: 'CDLMARUBOZU',
  Engulfing: 'CDLENGULFING',
  Harami: 'CDLHARAMI',
  'Harami Cross': 'CDLHARAMICROSS',
  'Piercing Line': 'CDLPIERCING',
  'Dark Cloud Cover': 'CDLDARKCLOUDCOVER',
  'Morning Star': 'CDLMORNINGSTAR',
  'Evening Star': 'CDLEVENINGSTAR',
  'Morning Doji Star': 'CDLMORNINGDOJISTAR',
  'Evening Doji Star': 'CDLEVENINGDOJISTAR',
  'Three Inside': 'CDL3INSIDE',
  'Three Outside': 'CDL3OUTSIDE',
  'Three White Soldiers': 'CDL3WHITESOLDIERS',
  'Three Black Crows': 'CDL3BLACKCROWS',
}

const TABLES = [
  { file: 'patterns/lean-spy_candle_patterns.txt', days: 450 },
  { file: 'patterns/lean-ewz_candle_patterns.txt', days: 3_800 },
].map(({ file, days }) => ({ file, days, table: referenceData(file) }))

describe.each(TABLES)('[AN-30] candlestick patterns equal TA-Lib on $file', ({ table, days }) => {
  const rows = table ? readTable(table) : []
  const candles = rows.map((row, i) => candleOf(row, i))

  it.skipIf(!table).each(CANDLESTICKS.map(({ name }) => name))('%s', (name) => {
    const column = COLUMN[name] ?? ''
    const compared = rows.flatMap((row, i) => {
      const theirs = cell(row, column)
      if (theirs === undefined || i < 20) return []
      const ours = findCandlesticks(candles, i).find((found) => found.name === name)?.direction ?? 0
      // TA-Lib marks a gravestone's presence only, without a direction.
      return [{ row: i, ours, theirs: name === 'Gravestone Doji' ? -Math.sign(theirs) : Math.sign(theirs) }]
    })
    expect(compared.length).toBeGreaterThan(days)
    expect(compared.filter(({ ours, theirs }) => ours !== theirs)).toEqual([])
  })
})

describe.each(TABLES)('[AN-30] the doji used by other patterns, on $file', ({ table }) => {
  it.skipIf(!table)('equals TA-Lib', () => {
    const rows = table ? readTable(table) : []
    const candles = rows.map((row, i) => candleOf(row, i))
    const wrong = rows.filter((row, i) => {
      const theirs = cell(row, 'CDLDOJI')
      const shape = shapeOf(candles, i)
      return theirs !== undefined && shape && shape.body <= shape.threshold('bodyDoji') !== (theirs !== 0)
    })
    expect(wrong).toEqual([])
  })
})
