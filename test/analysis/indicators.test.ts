import { describe, expect, it } from 'vitest'
import { readIndicators } from '#src/analysis/indicators.ts'
import { KEYS, snapshot, wrapped } from '#test/support/data/payloads.ts'

const read = (payload: object) => readIndicators(wrapped('indicators', payload), KEYS.indicators)

describe('[MA-22] a snapshot', () => {
  it('reads and counts numeric values only', () => {
    const { model } = read({ ...snapshot({ ema_9: 1 }), rsi_14: '53', ema_21: null, macd: { macd_line: 'x' }, vwap: 7 })
    expect(model).toMatchObject({ state: 'ready', activeCount: 2, values: { rsi14: undefined } })
  })

  it.each([
    ['m5', 'M5'],
    ['1h', 'H1'],
    [undefined, 'M1'],
    ['W1', 'M1'],
  ])('with timeframe %s is read as %s', (timeframe, expected) => {
    expect(read({ ...snapshot(), timeframe }).model).toMatchObject({ timeframe: expected })
  })

  it('has since when its trend holds, not counted as an indicator; none without a time', () => {
    const of = (trend_since: unknown) => read({ ...snapshot(), trend_since }).model
    expect(of({ time: 1_561_932_000, or_earlier: true })).toMatchObject({
      activeCount: 1,
      trendSince: { at: 1_561_932_000_000, orEarlier: true },
    })
    const sent = [{ time: 1, or_earlier: 'yes' }, { time: '1' }, 1_561_932_000, null]
    expect(sent.map((each) => of(each)?.trendSince)).toEqual([
      { at: 1_000, orEarlier: false },
      undefined,
      undefined,
      undefined,
    ])
  })

  it.each([
    ['without any indicator is empty', { rsi_14: undefined }, 'empty'],
    ['with indicators that are no figures is invalid', { rsi_14: 'high' }, 'invalid'],
  ])('%s', (_, over, state) => {
    expect(read({ ...snapshot(), ...over }).model?.state).toBe(state)
  })

  it('without snapshot fields is invalid', () => {
    expect(read({ bias: 'bullish' }).model?.state).toBe('invalid')
  })

  it('without readable data has no model', () => {
    expect(readIndicators({ TechnicalIndicator: 'NOPE' }, KEYS.indicators).model).toBeUndefined()
  })
})
