import { expect, it } from 'vitest'
import { analysisKey, candleKey } from '#contract/payloads/streams.ts'
import type { Candle } from '#contract/candles.ts'
import { evaluateReached } from '#research/evaluation/evaluate-reached.ts'
import { crossTimeframe } from '#test/support/data/payloads.ts'
import { createScoreCollector } from '#research/analysis/score-collector.ts'
import { judgeClaim } from '#research/score/check.ts'
import { bandClaims, bandGroups } from '#research/score/kinds/forecasts.ts'
import { bandReport } from '#research/score/tables.ts'

const minute = (i: number, close: number, high = close, low = close): Candle => ({
  timestamp: i * 60,
  open: close,
  high,
  low,
  close,
  volume: 1,
})

it('[AN-75] judges whether a level was reached within the hour, and no later, from either side', () => {
  const minutes = Array.from({ length: 120 }, (_, i) => minute(i, 100, i === 30 ? 102 : 100, i === 90 ? 98 : 100))
  const levels = [101, 103, 99].map((price) => ({ price, probability: 0.5 }))
  const reachedFrom = (index: number) =>
    evaluateReached([{ index, price: 100, levels }], minutes).map(({ happened }) => happened)
  expect(reachedFrom(10)).toEqual([true, false, false])
  expect(reachedFrom(31)).toEqual([false, false, true])
  expect(reachedFrom(59)).toEqual([false, false, true])
  expect(reachedFrom(100)).toEqual([])
  const [first] = evaluateReached([{ index: 10, price: 100, levels }], minutes)
  expect(first).toEqual({ time: 600, claimed: 0.5, happened: true, chance: 1 / 3 })
})

/** Four days of minutes that jump by 1 % with every other step, and forecasts of `half` and twice as much. */
function collect(half: number) {
  const collector = createScoreCollector()
  for (let i = 0; i < 4 * 1_440; i++) {
    const candle = minute(i, i % 20 < 10 ? 100 : 101)
    const data = { ...candle, timeframe: 'M1' as const, trading_pair: 'BTCUSD', exchange: 'kraken', is_complete: true }
    const move_forecasts = { M1: { half_within: half, nine_tenths_within: 2 * half } }
    collector.record(candle, [
      { key: candleKey('BTCUSD', 'M1'), kind: 'closed', data },
      {
        key: analysisKey('BTCUSD', 'cross_timeframe_analysis'),
        kind: 'closed',
        data: crossTimeframe({ timestamp: candle.timestamp + 60, move_forecasts }),
      },
    ])
  }
  return collector
}

it('[AN-76] names bands that hold too much or too little', () => {
  const offOf = (half: number) =>
    bandClaims('BTCUSD', collect(half)).flatMap((group) => judgeClaim(group).off.map(({ text }) => text))
  expect(offOf(0.6)).toEqual([
    expect.stringMatching(/^BTCUSD · M1 · .* within half .*said {2}50\.0 % {3}came {3}0\.0 %/),
    expect.stringMatching(/^BTCUSD · M1 · .* within nine tenths .*said {2}90\.0 % {3}came 100\.0 %/),
  ])
})

it('[AN-77] prints coverage and losses by timeframe', () => {
  const [title, row, ...others] = bandReport(bandGroups(collect(2)))
  expect(title).toMatch(/^Moves over ten candles/)
  expect(row).toMatch(/^ {2}M1 {3}100\.0 % .* lower by -?\s*\d+\.\d % and -?\s*\d+\.\d %$/)
  expect(others).toEqual([])
  expect(bandReport([])).toEqual(['Moves over ten candles: no cases'])
})
