import { describe, expect, it } from 'vitest'
import { readIndicators } from '#src/features/dashboard/indicators/view.ts'
import { KEYS, snapshot, wrapped } from '#test/support/data/payloads.ts'

const read = (payload: object) => readIndicators(wrapped('indicators', payload), KEYS.indicators)
const MACD = { signal_line: 0, histogram: 0, fast_period: 12, slow_period: 26, signal_period: 9 }
const ADX = { plus_di: 0, minus_di: 0, period: 14 }
const keyLevels = (over: object) => {
  const { view } = read(snapshot(over))
  return view?.kind === 'ready' ? view.keyLevels : view?.kind
}

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

describe('[MA-22] a snapshot', () => {
  it('reads and counts numeric values only', () => {
    const { view } = read({ ...snapshot({ ema_9: 1 }), rsi_14: '53', ema_21: null, macd: { macd_line: 'x' }, vwap: 7 })
    expect(view).toMatchObject({ kind: 'ready', active: 2, momentum: undefined })
  })

  it.each([
    ['m5', 'M5'],
    ['1h', 'H1'],
    [undefined, 'M1'],
    ['W1', 'M1'],
  ])('with timeframe %s is read as %s', (timeframe, expected) => {
    expect(read({ ...snapshot(), timeframe }).view).toMatchObject({ timeframe: expected })
  })

  it.each([
    ['without any indicator is empty', { rsi_14: undefined }, 'empty'],
    ['with indicators that are no figures is invalid', { rsi_14: 'high' }, 'invalid'],
  ])('%s', (_, over, kind) => {
    expect(read({ ...snapshot(), ...over }).view).toEqual({ kind })
  })

  it('without snapshot fields is invalid', () => {
    expect(read({ bias: 'bullish' }).view).toEqual({ kind: 'invalid' })
  })

  it('without readable data has no view', () => {
    expect(readIndicators({ TechnicalIndicator: 'NOPE' }, KEYS.indicators).view).toBeUndefined()
  })
})
