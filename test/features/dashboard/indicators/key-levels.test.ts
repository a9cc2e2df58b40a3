import { describe, expect, it } from 'vitest'
import { snapshotOf } from '#src/analysis/indicators.ts'
import { keyLevelsOf } from '#src/features/dashboard/indicators/IndicatorsCard.tsx'
import { snapshot } from '#test/support/data/payloads.ts'

const MACD = { signal_line: 0, histogram: 0, fast_period: 12, slow_period: 26, signal_period: 9 }
const ADX = { plus_di: 0, minus_di: 0, period: 14 }
const keyLevels = (over: object) => keyLevelsOf(snapshotOf({ ...snapshot(over) }), 'BTCUSD')

describe('[MA-21] key levels', () => {
  it.each([
    [70, []],
    [70.1, [{ name: 'RSI(14)', value: '70.1', tone: 'danger' }]],
    [30, []],
    [29.9, [{ name: 'RSI(14)', value: '29.9', tone: 'success' }]],
  ])('RSI(14) of %d', (rsi_14, expected) => {
    expect(keyLevels({ rsi_14 })).toEqual(expected)
  })

  it.each([
    [0.001, []],
    [-0.001, []],
    [0.0011, [{ name: 'MACD', value: '0.001', tone: 'success' }]],
    [-4.77, [{ name: 'MACD', value: '-4.770', tone: 'danger' }]],
  ])('a MACD line of %d', (macd_line, expected) => {
    expect(keyLevels({ macd: { ...MACD, macd_line } })).toEqual(expected)
  })

  it.each([
    [25, []],
    [25.04, [{ name: 'ADX', value: '25.0', tone: 'info' }]],
  ])('an ADX of %d', (adx, expected) => {
    expect(keyLevels({ adx: { ...ADX, adx } })).toEqual(expected)
  })

  it('VWAP is always listed, with the decimals of the pair', () => {
    expect(keyLevels({ vwap: { value: 10_812.345, session_type: 'utc_day' } })).toEqual([
      { name: 'VWAP', value: '10,812.3', tone: 'neutral' },
    ])
  })
})
