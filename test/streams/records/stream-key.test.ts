import { describe, expect, it } from 'vitest'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import { deriveStreamKey, streamKeyOf } from '#src/streams/records/stream-key.ts'
import { isValid } from '#src/analysis/unwrap.ts'

const update = (data: unknown, part: Partial<AnalyticsUpdate['data']> = {}): AnalyticsUpdate => ({
  type: 'AnalyticsUpdate',
  timestamp: 1,
  trading_pair: 'BTC/USD',
  data: { data, ...part },
})

describe('[ST-21] MS-04 the derived key of an update', () => {
  it.each([
    [
      'its wrapper and indicator type',
      { TechnicalIndicator: { indicator_type: 'RSI' } },
      'tdp:kraken:BTCUSD:technical_indicators:rsi',
    ],
    [
      'its wrapper and analysis type',
      { Analysis: { analysis_type: 'divergence' } },
      'tdp:kraken:BTCUSD:analysis:divergence',
    ],
    ['its wrapper and timeframe', { ProcessedCandle: { timeframe: 'M5' } }, 'tdp:kraken:BTCUSD:processed_candles:m5'],
    ['its own category', { Unknown: { category: 'signals', indicator: 'ml' } }, 'tdp:kraken:BTCUSD:signals:ml'],
    [
      'its own pair and exchange',
      { Analysis: { analysis_type: 'x', trading_pair: 'XBT/USD', exchange: 'Kraken' } },
      'tdp:kraken:BTCUSD:analysis:x',
    ],
    [
      'an unknown pair as it is',
      { Analysis: { analysis_type: 'x', trading_pair: 'DOGE' } },
      'tdp:kraken:DOGE:analysis:x',
    ],
    ['no parts of a key within a part', { Analysis: { analysis_type: 'a:b:c' } }, 'tdp:kraken:BTCUSD:analysis:a_b_c'],
    ['JSON text', '{"Analysis":{"analysis_type":"x"}}', 'tdp:kraken:BTCUSD:analysis:x'],
    [
      'what stands under the name of another server',
      { Indicators: { category: 'technical_indicators', indicator: 'RSI', rsi: 1 } },
      'tdp:kraken:BTCUSD:technical_indicators:rsi',
    ],
    ['nothing: what it is about is not said', { Analysis: { strength: 1 } }, undefined],
    ['nothing: no category', { Unknown: { indicator: 'x' } }, undefined],
    ['nothing: types that are no text', { Analysis: { analysis_type: {} } }, undefined],
    ['nothing: no object', 'text', undefined],
  ])('from %s', (_, data, expected) => {
    expect(deriveStreamKey(update(data))).toBe(expected)
  })

  it('uses the message type for bare data', () => {
    expect(deriveStreamKey(update({ analysis_type: 'x' }, { message_type: 'Analysis' }))).toBe(
      'tdp:kraken:BTCUSD:analysis:x',
    )
  })

  it("is the update's own key if it has one", () => {
    expect(streamKeyOf(update({ Analysis: { analysis_type: 'x' } }, { stream_key: 'a:b:c:d:e' }))).toBe('a:b:c:d:e')
  })
})

describe('[ST-22] MS-05 data counts as valid', () => {
  it.each([
    [{ Analysis: { strength: 1 } }, true],
    [{ rsi: 1 }, true],
    [{ Custom: { rsi: 1 } }, true],
    ['{"Analysis":{"strength":1}}', true],
    [{ Analysis: { foo: 1 } }, false],
    [{ Analysis: {} }, false],
    [{ Unknown: { toString: 1, constructor: 2 } }, false],
    [{}, false],
    [{ Custom: { foo: 1 } }, false],
    [{ Custom: { rsi: 1 }, other: 1 }, false],
  ])('with a recognised field: %j is %s', (data, expected) => {
    expect(isValid(data)).toBe(expected)
  })

  it.each([1, 'text', [1], { Analysis: 'garbage' }, { Unknown: null }])(
    '%j cannot be parsed and is accepted, so that its card reports it',
    (data) => {
      expect(isValid(data)).toBe(true)
    },
  )
})
