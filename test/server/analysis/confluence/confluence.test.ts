import { describe, expect, it } from 'vitest'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { Level } from '#contract/payloads/levels.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { directionOf, nextVote } from '#server/analysis/confluence/direction.ts'
import {
  crossTimeframePayload,
  type CrossTimeframeContext,
  type TimeframeView,
} from '#server/analysis/confluence/payload.ts'
import { confluenceZones } from '#server/analysis/confluence/zones.ts'
import { levelSet } from '#test/support/data/payloads.ts'

const snapshot = (over: Partial<IndicatorSnapshot>): IndicatorSnapshot => ({
  timeframe: 'M1',
  timestamp: 0,
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  ...over,
})
const up = snapshot({
  ema_9: 3,
  ema_21: 2,
  ema_100: 1,
  rsi_14: 90,
  adx: { adx: 30, plus_di: 9, minus_di: 1, period: 14 },
})
const down = snapshot({
  ema_9: 1,
  ema_21: 2,
  ema_100: 3,
  rsi_14: 10,
  adx: { adx: 30, plus_di: 1, minus_di: 9, period: 14 },
})

const view = (timeframe: AnalysisTimeframe, indicators: IndicatorSnapshot): TimeframeView => ({
  timeframe,
  snapshot: indicators,
  vote: nextVote(undefined, indicators),
})

const level = (price: number, score: number, ...timeframe_alignment: AnalysisTimeframe[]): Level => ({
  price,
  zone_bottom: price,
  zone_top: price,
  strength: 'Moderate',
  strength_score: score,
  hold_probability: score,
  touch_probability: 0.4,
  touch_count: 1,
  last_touch_time: 0,
  volume_confirmation: false,
  avg_touch_volume: 1,
  age_hours: 1,
  timeframe_alignment,
})
const levels = (support_levels: Level[], resistance_levels: Level[]) => levelSet({ support_levels, resistance_levels })
const context: CrossTimeframeContext = {
  price: 100,
  levels: levels([], []),
  hourlyRange: 2,
  moveForecasts: { H1: { half_within: 0.3, nine_tenths_within: 0.9 } },
  hourForecast: { half_within: 0.1, nine_tenths_within: 0.3 },
  volatilities: [{ timeframe: 'M1', volatility: 'low' }],
}

describe('direction of a timeframe', () => {
  it('[AN-42] is the mean of its indicators', () => {
    expect(directionOf(up)).toBe(1)
    expect(directionOf(down)).toBe(-1)
    expect(directionOf(snapshot({ rsi_14: 60 }))).toBe(0.5)
    expect(directionOf(snapshot({ ema_9: 2, ema_21: 3, ema_100: 1 }))).toBe(0)
    expect(directionOf(snapshot({}))).toBeUndefined()
  })
})

describe('cross-timeframe analysis', () => {
  it('[AN-43] weighs timeframes, with those still warming up lowering confidence', () => {
    const payload = crossTimeframePayload([view('M5', down), view('H1', up), view('D1', snapshot({}))], context)
    expect(payload.analysis_summary).toEqual({
      primary_timeframe: 'H1',
      overall_signal: { direction: 'bullish', strength: 1.5 / 3.5, expected_move: 0.1 },
    })
    expect(payload.confidence_metrics.overall_confidence).toBeCloseTo(2.5 / 14, 12)
    expect(payload.errors).toEqual([])
  })

  it('[AN-43] reports an error instead of a signal without any direction', () => {
    const payload = crossTimeframePayload([view('M1', snapshot({}))], context)
    expect(payload.errors.map(({ code }) => code)).toEqual(['invalid_summary', 'invalid_confidence'])
    expect(payload.analysis_summary.overall_signal).toEqual({ direction: 'neutral', strength: 0, expected_move: 0.1 })
  })

  it('[AN-95] publishes the forecasts, and none while there is none', () => {
    const { move_forecasts, hour_forecast } = crossTimeframePayload([], context)
    expect({ move_forecasts, hour_forecast }).toEqual({
      move_forecasts: context.moveForecasts,
      hour_forecast: context.hourForecast,
    })
    const early = crossTimeframePayload([], { ...context, hourForecast: undefined })
    expect(early.hour_forecast).toBeNull()
    expect(early.analysis_summary.overall_signal.expected_move).toBeNull()
  })

  it('[AN-60] reports when no timeframe can rank its volatility', () => {
    const payload = crossTimeframePayload([view('M1', up)], { ...context, volatilities: [] })
    expect(payload.errors.map(({ code }) => code)).toEqual(['invalid_summary'])
    expect(payload.volatility_alignment).toEqual({ volatility_regime: 'normal', alignment: 0 })
  })

  it('[AN-44] takes the volatility with the greatest weight, and its share of timeframes as alignment', () => {
    const { volatility_alignment } = crossTimeframePayload([], {
      ...context,
      volatilities: [
        { timeframe: 'M1', volatility: 'low' },
        { timeframe: 'M5', volatility: 'low' },
        { timeframe: 'H4', volatility: 'extreme' },
      ],
    })
    expect(volatility_alignment).toEqual({ volatility_regime: 'extreme', alignment: 1 / 3 })
  })

  it('[AN-44] counts extreme as high, and names it only if most of the weight is', () => {
    const { volatility_alignment } = crossTimeframePayload([], {
      ...context,
      volatilities: [
        { timeframe: 'M1', volatility: 'extreme' },
        { timeframe: 'M15', volatility: 'normal' },
        { timeframe: 'H1', volatility: 'high' },
      ],
    })
    expect(volatility_alignment).toEqual({ volatility_regime: 'high', alignment: 2 / 3 })
  })

  it('[AN-44] sends direction and volatility of each timeframe, leaving out those without either', () => {
    const { timeframes } = crossTimeframePayload([view('M5', down), view('H1', snapshot({}))], {
      ...context,
      volatilities: [{ timeframe: 'D1', volatility: 'extreme' }],
    })
    expect(timeframes).toEqual([
      { timeframe: 'M5', direction: -1, direction_since: { time: 0, or_earlier: true }, volatility: null },
      { timeframe: 'D1', direction: null, volatility: 'high' },
    ])
  })
})

describe('confluence zones', () => {
  const AT_100 = { hourlyRange: 2, price: 100 }

  it('[AN-45] [AN-28] lists those of at least one half first, then the nearest', () => {
    const at = (price: number, score: number) => level(price, score, 'M1', 'M5', 'H1')
    const set = levels([at(99, 0.49), at(97, 0.5), at(90, 0.9)], [at(101.5, 0.1), at(104, 0.7)])
    expect(confluenceZones(set, [], AT_100).map(({ price_level }) => price_level)).toEqual([97, 104, 90, 99, 101.5])
  })

  it('[AN-45] need three timeframes, counting averages, bands and VWAP near the level', () => {
    const set = levels([level(98, 0.5, 'M5', 'H1'), level(90, 0.9, 'M1')], [level(104, 0.2, 'M1', 'M5', 'D1')])
    const zones = confluenceZones(set, [{ timeframe: 'H4', snapshot: snapshot({ ema_100: 98.4 }) }], AT_100)
    expect(zones).toEqual([
      {
        timeframes_involved: ['M5', 'H1', 'H4'],
        expected_reaction: 'even',
        price_level: 98,
        strength_score: 0.5,
        hold_probability: 0.5,
      },
      {
        timeframes_involved: ['M1', 'M5', 'D1'],
        expected_reaction: 'even',
        price_level: 104,
        strength_score: 0.2,
        hold_probability: 0.2,
      },
    ])
  })
})
