import { MARKET_PHASES } from '#contract/payloads/structure.ts'
import { ANALYSIS_TIMEFRAMES } from '#contract/timeframes.ts'
import type { CardName } from '#src/features/dashboard/cards.ts'
import * as payloads from './payloads.ts'

const LONG = {
  price: 100_456.7,
  zone_bottom: 100_356.7,
  zone_top: 100_556.7,
  strength_score: 1,
  touch_probability: 1,
  touch_count: 123,
  age_hours: 3_134,
}
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const TIMEFRAMES = [...ANALYSIS_TIMEFRAMES]

/** For each card: the minimal, the usual, and the largest payload. */
export const EXTREMES: Record<CardName, Record<'least' | 'usual' | 'most', object>> = {
  structure: {
    least: { trend: 'neutral', timestamp: payloads.AT },
    usual: payloads.marketStructure(),
    most: payloads.marketStructure({
      market_phase: MARKET_PHASES[3],
      market_regime: { regime: 'transitional_extreme_volatility', confidence: 1, strength: 1, change_probability: 0 },
      support_resistance_clusters: many(30, () =>
        payloads.cluster({ level: LONG.price, type: 'Resistance', strength: 1, touches: 99 }),
      ),
      structure_breaks: many(30, () => payloads.structureBreak({ price_level: LONG.price })),
      timeframe_analysis: TIMEFRAMES.map((timeframe) => ({
        timeframe,
        pattern: 'higher_highs_higher_lows',
        strength: 1,
      })),
    }),
  },
  patterns: {
    least: { patterns: {}, timestamp: payloads.AT },
    usual: payloads.patternAnalysis(),
    most: payloads.patternAnalysis({
      pattern_highlight: {
        pattern_name: 'Inverse Head and Shoulders With a Long Name',
        timeframe: 'M15',
        confidence: 1,
        expected_move_pct: 12.34,
        key_insight: 'A very long insight that goes on and on. '.repeat(6),
      },
      patterns: Object.fromEntries(
        TIMEFRAMES.map((timeframe) => [
          timeframe,
          many(9, () => payloads.pattern({ pattern: 'Inverse Head and Shoulders', expected_move: 12.34 })),
        ]),
      ),
    }),
  },
  levels: {
    least: { strength: 1, support_levels: [], resistance_levels: [] },
    usual: payloads.levelSet(),
    most: payloads.levelSet({
      support_levels: many(20, () => payloads.level(LONG)),
      resistance_levels: many(20, () =>
        payloads.level({ ...LONG, timeframe_alignment: ['M15', 'M15', 'H4', 'M5', 'M1'] }),
      ),
    }),
  },
  indicators: {
    least: { rsi_14: 50 },
    usual: payloads.snapshot(),
    most: payloads.snapshot({
      rsi_14: 99.9,
      macd: {
        macd_line: -1_234.567,
        signal_line: 1,
        histogram: 1,
        fast_period: 12,
        slow_period: 26,
        signal_period: 9,
      },
      adx: { adx: 99.9, plus_di: 1, minus_di: 1, period: 14 },
      vwap: { value: LONG.price, session_type: 'utc_day' },
    }),
  },
  confluence: {
    least: { confidence: 1 },
    usual: payloads.crossTimeframe(),
    most: payloads.crossTimeframe({
      confluence_zones: many(20, () =>
        payloads.confluenceZone({
          price_level: LONG.price,
          expected_reaction: 'breakdown',
          timeframes_involved: TIMEFRAMES,
        }),
      ),
    }),
  },
}
