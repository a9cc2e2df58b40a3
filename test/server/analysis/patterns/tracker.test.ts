import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { findChartPatterns } from '#server/analysis/patterns/chart-patterns.ts'
import { createPatternTracker } from '#server/analysis/patterns/tracker.ts'
import type { Swing } from '#server/analysis/structure/zigzag.ts'

const candle = (
  i: number,
  open: number,
  close: number,
  high = Math.max(open, close),
  low = Math.min(open, close),
): Candle => ({
  timestamp: i * 60,
  open,
  high,
  low,
  close,
  volume: 1,
})
/** Twenty alternating candles of two points, followed by these. */
const after = (...rest: [open: number, close: number, high?: number, low?: number][]): Candle[] => [
  ...Array.from({ length: 20 }, (_, i) => candle(i, i % 2 ? 102 : 100, i % 2 ? 100 : 102)),
  ...rest.map(([open, close, high, low], i) => candle(20 + i, open, close, high, low)),
]
/** Active patterns after each of these candles. */
function activePatterns(candles: readonly Candle[]) {
  const tracker = createPatternTracker()
  return candles.map((_, i) => {
    tracker.append(candles.slice(0, i + 1), 2, [])
    return tracker.active().map(({ name, direction, stage }) => `${name} ${direction} ${stage}`)
  })
}

describe('active candlestick patterns', () => {
  const engulfing: [number, number][] = [
    [101, 100],
    [99.5, 101.5],
  ]

  it('[AN-31] are complete with their last candle and confirmed by a close beyond it', () => {
    const seen = activePatterns(after(...engulfing, [101.5, 101.4], [101.4, 103]))
    expect(seen[21]).toContain('Engulfing 1 complete')
    expect(seen[22]).toContain('Engulfing 1 complete')
    expect(seen[23]).toContain('Engulfing 1 confirmed')
  })

  it('[AN-31] end with a close on the opposite side', () => {
    const seen = activePatterns(after(...engulfing, [101.5, 99]))
    expect(seen[22]?.filter((text) => text.startsWith('Engulfing 1'))).toEqual([])
  })

  it('[AN-31] expire after five candles', () => {
    const quiet: [number, number][] = Array.from({ length: 5 }, () => [101.2, 101.3])
    const seen = activePatterns(after(...engulfing, ...quiet))
    const has = seen.slice(21).map((texts) => texts.some((text) => text.startsWith('Engulfing 1')))
    expect(has).toEqual([true, true, true, true, true, false])
  })

  it('[AN-30] may end with a candle of one price, as in TA-Lib', () => {
    const seen = activePatterns(after([100, 106], [103, 103]))
    expect(seen[21]?.filter((text) => /Harami|Doji/.test(text))).toEqual([
      'Harami -1 complete',
      'Harami Cross -1 complete',
    ])
  })
})

const swings = (...prices: number[]): Swing[] => {
  const firstIsHigh = (prices[0] ?? 0) > (prices[1] ?? 0)
  return prices.map((price, i) => ({
    side: (i % 2 === 0) === firstIsHigh ? 'high' : 'low',
    price,
    time: i * 600,
    confirmedAt: i * 600 + 60,
  }))
}
const charts = (close: number, ...prices: number[]) =>
  findChartPatterns({ swings: swings(...prices), time: prices.length * 600, close, range: 1 }).map(
    ({ name, direction, stage, trigger, target }) => ({ name, direction, stage, trigger, target }),
  )

describe('chart patterns', () => {
  it('[AN-32] a double top forms above its trough and is confirmed below it', () => {
    const shape = { name: 'Double Top', direction: -1, trigger: 95, target: 95 - 5.1 }
    expect(charts(97, 100, 95, 100.2)).toEqual([{ ...shape, stage: 'forming' }])
    expect(charts(94, 100, 95, 100.2)).toEqual([{ ...shape, stage: 'confirmed' }])
    expect(charts(101, 100, 95, 100.2)).toEqual([])
    expect(charts(89, 100, 95, 100.2)).toEqual([])
  })

  it('[AN-32] a double bottom is its mirror image', () => {
    expect(charts(106, 100, 105, 99.8)).toEqual([
      { name: 'Double Bottom', direction: 1, trigger: 105, target: 105 + 5.1, stage: 'confirmed' },
    ])
  })

  it('[AN-32] ignores a shallow formation as noise', () => {
    expect(charts(97, 100, 98, 100.2)).toEqual([])
  })

  it('[AN-32] head and shoulders are confirmed at the neckline', () => {
    const found = charts(94, 100, 95, 105, 95, 100.5)
    expect(found).toContainEqual({
      name: 'Head and Shoulders',
      direction: -1,
      stage: 'confirmed',
      trigger: 95,
      target: 85,
    })
  })

  it('[AN-32] triangles: bullish with a flat top, bearish with a flat bottom, otherwise by the side that breaks', () => {
    const triangle = (...prices: [number, ...number[]]) =>
      charts(...prices)
        .filter(({ name }) => name.endsWith('Triangle'))
        .map(({ name, direction, stage }) => `${name} ${direction} ${stage}`)
    expect(triangle(104.6, 105, 98, 105.1, 101)).toEqual(['Ascending Triangle 1 forming'])
    expect(triangle(98.4, 105, 98, 102, 97.9)).toEqual(['Descending Triangle -1 forming'])
    expect(triangle(104, 105, 98, 103.5, 99.5)).toEqual(['Symmetrical Triangle 1 confirmed'])
    expect(triangle(98.2, 105, 98, 103.5, 99.5)).toEqual(['Symmetrical Triangle -1 confirmed'])
  })
})
