import { expect, it } from 'vitest'
import { analysisKey, candleKey } from '#contract/payloads/streams.ts'
import type { Candle } from '#contract/candles.ts'
import { crossTimeframe } from '#test/support/data/payloads.ts'
import { judgeClaim } from '#research/score/check.ts'
import { bandClaims, bandReport, createBandCollector } from '#research/score/forecasts.ts'
import type { AnalysisEntry } from '#server/analysis/engine/engine.ts'

const minute = (i: number, close: number, high = close, low = close): Candle => ({
  timestamp: i * 60,
  open: close,
  high,
  low,
  close,
  volume: 1,
})

/** Four days of minutes that jump by 1 % with every other step, and forecasts of `half` and twice as much. */
function collect(half: number) {
  const collector = createBandCollector()
  for (let i = 0; i < 4 * 1_440; i++) {
    const candle = minute(i, i % 20 < 10 ? 100 : 101)
    const data = { ...candle, timeframe: 'M1' as const, trading_pair: 'BTCUSD', exchange: 'kraken', is_complete: true }
    const move_forecasts = { M1: { half_within: half, nine_tenths_within: 2 * half } }
    const entries: AnalysisEntry[] = [
      { key: candleKey('BTCUSD', 'M1'), kind: 'closed', data },
      {
        key: analysisKey('BTCUSD', 'cross_timeframe_analysis'),
        kind: 'closed',
        data: crossTimeframe({ timestamp: candle.timestamp + 60, move_forecasts }),
      },
    ]
    collector.record({ minute: candle, entries })
  }
  return collector.groups()
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
  const [title, row, ...others] = bandReport(collect(2))
  expect(title).toMatch(/^Moves over ten candles/)
  expect(row).toMatch(/^ {2}M1 {3}100\.0 % .* lower by -?\s*\d+\.\d % and -?\s*\d+\.\d %$/)
  expect(others).toEqual([])
  expect(bandReport([])).toEqual(['Moves over ten candles: no cases'])
})
