import { describe, expect, it } from 'vitest'
import type { Pivot } from '#server/analysis/levels/pivots.ts'
import { drawZones } from '#server/analysis/levels/zones.ts'
import { seeded } from '#test/support/data/analysis.ts'

const pivot = (price: number, time: number, timeframe: Pivot['timeframe'] = 'M5'): Pivot => ({
  timeframe,
  side: 'high',
  time,
  price,
  relativeVolume: 1,
  volumePerMinute: 1,
  reaction: 1,
})

describe('zones', () => {
  it('[AN-11] clusters the densest pivots first', () => {
    const zones = drawZones([pivot(100, 1), pivot(101, 5), pivot(101.5, 3), pivot(103, 4), pivot(110, 2)], 2)
    expect(
      zones.map(({ price, bottom, top, pivots }) => ({ price, bottom, top, times: pivots.map(({ time }) => time) })),
    ).toEqual([
      { price: (100 + 101 + 101.5 + 103) / 4, bottom: 100, top: 103, times: [1, 3, 4, 5] },
      { price: 110, bottom: 110, top: 110, times: [2] },
    ])
  })

  it('[AN-11] gives coarser timeframes more weight in the price of a zone', () => {
    const [zone] = drawZones([pivot(100, 1, 'M5'), pivot(102, 2, 'D1')], 2)
    expect(zone?.price).toBeCloseTo((100 * 1 + 102 * 5) / 6, 10)
  })

  it('[AN-11] puts every pivot in exactly one zone, none wider than twice the reach', () => {
    const random = seeded(3)
    const pivots = Array.from({ length: 200 }, (_, i) => pivot(100 + random() * 50, i))
    const zones = drawZones(pivots, 1)
    const claimed = zones.flatMap((zone) => zone.pivots.map(({ time }) => time)).sort((a, b) => a - b)
    expect(claimed).toEqual(pivots.map(({ time }) => time))
    for (const { bottom, top, price } of zones) {
      expect(top - bottom).toBeLessThanOrEqual(2)
      expect(price).toBeGreaterThanOrEqual(bottom)
      expect(price).toBeLessThanOrEqual(top)
    }
  })

  it('[AN-11] draws no zones without pivots', () => {
    expect(drawZones([], 1)).toEqual([])
  })
})
