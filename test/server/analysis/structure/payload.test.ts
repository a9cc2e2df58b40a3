import { describe, expect, it } from 'vitest'
import type { StructureBreak } from '#contract/payloads/structure.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { structurePayload } from '#server/analysis/structure/payload.ts'
import { createStructureTracker, type StructureTracker } from '#server/analysis/structure/tracker.ts'
import type { Swing } from '#server/analysis/structure/zigzag.ts'
import { createIndicatorTracker } from '#server/analysis/indicators/snapshot.ts'
import { foldMinutes } from '#server/market/store/fold.ts'
import { walk } from '#test/support/data/analysis.ts'
import { levelSet } from '#test/support/data/payloads.ts'

const NOW = 36_000
const swing = (side: Swing['side'], price: number, time: number): Swing => ({
  side,
  price,
  time,
  confirmedAt: time + 1,
})
const SWINGS = [swing('low', 90, 1), swing('high', 110, 2), swing('low', 95, 3), swing('high', 120, 4)]
const broken = (n: number): StructureBreak => ({
  break_type: 'bullish_break_of_structure',
  price_level: n,
  timeframe: 'M15',
  timestamp: n,
  volume_confirmation: false,
})
const SINCE = { time: 600, or_earlier: false }
const levels = levelSet({ support_levels: [], resistance_levels: [], dominant_timeframe: null, total_levels: 0 })

/** Trends by timeframe; the others have had no break. */
function structureOf(
  trends: Partial<Record<AnalysisTimeframe, 1 | -1>>,
  breaks: readonly StructureBreak[] = [],
): StructureTracker {
  return {
    append: () => undefined,
    advanceTo: () => undefined,
    of: (timeframe) => ({
      direction: timeframe === 'M15' ? { state: 'bullish', since: SINCE, isSettled: true } : undefined,
      swings: { swings: timeframe === 'M15' ? SWINGS : [], append: () => undefined, pending: () => undefined },
      breaks: {
        append: () => undefined,
        trend: () => trends[timeframe] ?? 0,
        last: (kind) => (kind === 'break_of_structure' ? broken(7) : undefined),
      },
    }),
    breaks,
    phase: () => ({ phase: 'bullish', since: NOW - 2 * 3_600, changeProbability: 0.19 }),
  }
}
const snapshot = {
  timeframe: 'M15' as const,
  timestamp: 0,
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  rsi_14: 61,
  ema_9: 102,
  ema_21: 101,
  ema_100: 100,
  adx: { adx: 30, plus_di: 30, minus_di: 10, period: 14 },
}
const payloadOf = (structure: StructureTracker) =>
  structurePayload(structure, { snapshot, volatility: 'high', levels, price: 100, now: NOW })

describe('market structure', () => {
  it('[AN-20] [AN-22] [AN-23] is computed on M15, with the structure of the other timeframes', () => {
    expect(payloadOf(structureOf({ M5: -1, M15: 1, H1: -1, H4: -1 }))).toEqual({
      errors: [],
      timeframe: 'M15',
      market_phase: 'bullish',
      volatility_regime: 'high',
      market_regime: { regime: 'bullish_high_volatility', confidence: 0.81, strength: 0.6, change_probability: 0.19 },
      trend_strength: 0.6,
      momentum: 0.61,
      regime_confidence: 1,
      trend_consistency: 0.75,
      regime_duration: 7_200,
      structure_breaks: [],
      support_resistance_clusters: [],
      timeframe_analysis: [
        { timeframe: 'M15', pattern: 'higher_highs_higher_lows', strength: 1, direction_since: SINCE },
      ],
      market_structure_type: 'higher_highs_higher_lows',
      structure_strength: 1,
      trend: 'bullish',
      swing_highs: [
        { price: 110, timestamp: 2 },
        { price: 120, timestamp: 4 },
      ],
      swing_lows: [
        { price: 90, timestamp: 1 },
        { price: 95, timestamp: 3 },
      ],
      break_of_structure: broken(7),
      change_of_character: null,
    })
  })

  it('[AN-21] publishes the last ten breaks, newest first', () => {
    const breaks = Array.from({ length: 12 }, (_, n) => broken(n))
    expect(payloadOf(structureOf({}, breaks)).structure_breaks.map(({ timestamp }) => timestamp)).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
    ])
  })

  it('[AN-21] does not publish breaks on M1, which still set its trend', () => {
    const structure = createStructureTracker()
    for (const timeframe of ['M1', 'M5'] as const) {
      const candles = foldMinutes(walk({ count: 3_000 }), timeframe)
      const indicators = createIndicatorTracker('BTCUSD', 'kraken', timeframe)
      const snapshots = candles.map((candle) => indicators.append(candle))
      candles.forEach((_, i) => structure.append(timeframe, candles.slice(0, i + 1), snapshots.slice(0, i + 1)))
    }
    expect(structure.of('M1').breaks.trend()).not.toBe(0)
    expect(new Set(structure.breaks.map(({ timeframe }) => timeframe))).toEqual(new Set(['M5']))
  })
})
