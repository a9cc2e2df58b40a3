import { describe, expect, it } from 'vitest'
import { createMarketView } from '#server/analysis/engine/market-view.ts'
import { analysisPayloads } from '#server/analysis/engine/payloads.ts'
import { createTrackers } from '#server/analysis/engine/trackers.ts'
import type { GradedLevel } from '#server/analysis/levels/tracker.ts'
import type { ActivePattern } from '#server/analysis/patterns/tracker.ts'

const NOW = 1_560_038_400
const levelAt = (price: number, role: GradedLevel['role']): GradedLevel => ({
  zone: {
    price,
    bottom: price,
    top: price,
    pivots: [
      { timeframe: 'M5', side: 'low', time: NOW - 600, price, relativeVolume: 1, volumePerMinute: 1, reaction: 1 },
    ],
  },
  visits: { ended: [], lastContact: undefined },
  role,
  grade: {
    features: { reversed: 0, contested: 0, crossed: 0, reaction: 0, approach: 0 },
    score: 0.5,
    strength: 'Moderate',
    logOdds: 0,
  },
})
const standing = (direction: 1 | -1): ActivePattern => ({
  name: direction === 1 ? 'Hammer' : 'Hanging Man',
  direction,
  meaning: '',
  stage: 'complete',
  time: NOW,
  size: 2,
  relativeVolume: 2,
})

/** Confidence of a bullish and a bearish pattern with all other evidence, at 100 with an hourly range of 2. */
function confidences(...levels: GradedLevel[]): (number | undefined)[] {
  const view = createMarketView('BTCUSD', 'kraken')
  const trackers = createTrackers()
  for (const timeframe of ['M5', 'H1'] as const) {
    for (let i = 0; i < 15; i++) {
      view.append(timeframe, { timestamp: NOW + i * 60, open: 100, high: 101, low: 99, close: 100, volume: 1 })
    }
  }
  const { consolidated_patterns } = analysisPayloads({
    pair: 'BTCUSD',
    exchange: 'kraken',
    view: { ...view, levels: { ...view.levels, around: () => levels } },
    trackers: {
      ...trackers,
      patterns: (timeframe) => ({
        append: () => undefined,
        active: () => (timeframe === 'M5' ? [standing(1), standing(-1)] : []),
        direction: () => undefined,
      }),
    },
    now: NOW,
    price: 100,
    errors: [],
  })
  return consolidated_patterns.patterns.M5?.map(({ confidence }) => confidence) ?? []
}

describe('payloads of one minute', () => {
  const [BACKED, ALONE] = [1, 2.5 / 3]

  it('[AN-33] backs a rise by a support within half an hourly range, a fall by a resistance', () => {
    expect(confidences()).toEqual([ALONE, ALONE])
    expect(confidences(levelAt(99.1, 'support'))).toEqual([BACKED, ALONE])
    expect(confidences(levelAt(98.9, 'support'))).toEqual([ALONE, ALONE])
    expect(confidences(levelAt(100.5, 'resistance'))).toEqual([ALONE, BACKED])
  })
})
