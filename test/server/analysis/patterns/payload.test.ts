import { describe, expect, it } from 'vitest'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { filterPatterns, patternPayload, patternReliability } from '#server/analysis/patterns/payload.ts'
import type { ActivePattern } from '#server/analysis/patterns/tracker.ts'

const market = {
  timeframe: 'M15',
  trend: 'neutral',
  volatility: 'normal',
  volume_ratio: 1,
  nearest_support: 99,
  nearest_resistance: null,
} as const
const SINCE = { time: 540, or_earlier: false }
/** A pattern with half of the evidence in volume and height. */
const active = (direction: 1 | -1, more: Partial<ActivePattern> = {}): ActivePattern => ({
  name: direction === 1 ? 'Hammer' : 'Hanging Man',
  direction,
  meaning: 'explained',
  stage: 'complete',
  time: 600,
  size: 1,
  relativeVolume: 1,
  ...more,
})
const payloadOf = (timeframes: Partial<Record<AnalysisTimeframe, ActivePattern[]>>) =>
  patternPayload(
    Object.entries(timeframes).map(([timeframe, patterns]) => ({
      timeframe: timeframe as AnalysisTimeframe,
      active: patterns,
      since: SINCE,
      isWarm: true,
      expectedMove: timeframe === 'D1' ? undefined : 0.7,
    })),
    { pair: 'BTCUSD', context: market, isBacked: (direction) => direction === 1 },
  )

describe('patterns of all timeframes', () => {
  it('[AN-33] computes confidence from the evidence, takes the move from the forecast, [FG-13] reliability from the record', () => {
    expect(payloadOf({ M5: [active(1)] })).toEqual({
      errors: [],
      summary: {
        overall_confidence: 2 / 3,
        alignment_score: 1,
        bias_strength: 1,
        dominant_timeframe: 'M5',
        market_bias: 'bullish',
      },
      pattern_highlight: {
        pattern_name: 'Hammer',
        timeframe: 'M5',
        confidence: 2 / 3,
        expected_move_pct: 0.7,
        key_insight: expect.stringMatching(/^Hammer: explained\. On M5 it /),
      },
      patterns: {
        M5: [
          {
            pattern: 'Hammer',
            bullish: true,
            confidence: 2 / 3,
            expected_move: 0.7,
            description: 'Hammer: explained',
            maturity: {
              formation_stage: 'complete',
              pattern_reliability: patternReliability({
                name: 'Hammer',
                stage: 'complete',
                pair: 'BTCUSD',
                timeframe: 'M5',
              }),
            },
            timestamp: 600,
          },
        ],
      },
      direction_since: { M5: SINCE },
      market_context: market,
    })
  })

  it('[AN-33] computes confidence without a backing level, without volume, and above full evidence', () => {
    const confidence = (pattern: ActivePattern) => payloadOf({ M5: [pattern] }).patterns.M5?.[0]?.confidence
    expect(confidence(active(-1))).toBeCloseTo(0.5)
    expect(confidence(active(1, { relativeVolume: undefined }))).toBeCloseTo((0 + 0.5 + 1) / 3)
    expect(confidence(active(1, { relativeVolume: 9, size: 9 }))).toBe(1)
  })

  it('[AN-33] weighs timeframes; alignment is the share with the overall bias', () => {
    const { summary, pattern_highlight } = payloadOf({ M1: [active(1)], M5: [active(1)], H4: [active(-1)] })
    const [up, down] = [(2 / 3) * 1.5, 0.5 * 3.5]
    expect(summary.overall_confidence).toBeCloseTo((up + down) / 5)
    expect(summary.alignment_score).toBeCloseTo(1 / 3)
    expect(summary.bias_strength).toBeCloseTo((down - up) / (down + up))
    expect(summary).toMatchObject({ dominant_timeframe: 'H4', market_bias: 'bearish' })
    expect(pattern_highlight).toMatchObject({ pattern_name: 'Hanging Man', timeframe: 'H4' })
  })

  it('[SL-28] summarizes only the requested timeframes', () => {
    const head = { timestamp: 1, trading_pair: 'BTCUSD', exchange: 'kraken' }
    const all = { ...head, ...payloadOf({ M1: [active(1)], H4: [active(-1)] }) }
    expect(filterPatterns(all, ['M1'])).toEqual({ ...head, ...payloadOf({ M1: [active(1)] }) })
    expect(filterPatterns(all, ['D1'])).toMatchObject({ patterns: {}, pattern_highlight: null, errors: [] })
  })

  it('[AN-60] has no highlight without patterns, and an error without enough candles', () => {
    expect(payloadOf({ M5: [] })).toMatchObject({
      errors: [],
      summary: {
        overall_confidence: 0,
        alignment_score: 0,
        bias_strength: 0,
        dominant_timeframe: null,
        market_bias: 'neutral',
      },
      pattern_highlight: null,
      patterns: {},
    })
    expect(
      patternPayload([], { pair: 'BTCUSD', context: market, isBacked: () => false }).errors.map(({ code }) => code),
    ).toEqual(['invalid_summary'])
  })
})
