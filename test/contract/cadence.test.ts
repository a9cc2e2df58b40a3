import { describe, expect, it } from 'vitest'
import { cadenceOf } from '#contract/cadence.ts'

describe('[ST-34] the cadence of a stream', () => {
  it.each([
    ['tdp:kraken:BTCUSD:analysis:divergence', 60_000],
    ['tdp:kraken:BTCUSD:technical_indicators:m1', 60_000],
    ['tdp:kraken:ETHUSD:technical_indicators:m30', 1_800_000],
    ['tdp:kraken:BTCUSD:processed_candles:h4', 14_400_000],
    ['tdp:kraken:BTCUSD:processed_candles:d1', 86_400_000],
  ])('%s is %d ms', (key, everyMs) => {
    expect(cadenceOf(key)).toBe(everyMs)
  })

  it.each(['tdp:kraken:BTCUSD:signals:ml_signals', 'tdp:kraken:BTCUSD:processed_candles:m7', 'x', ''])(
    'of %j is unknown',
    (key) => {
      expect(cadenceOf(key)).toBeUndefined()
    },
  )
})
