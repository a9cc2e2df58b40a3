import { describe, expect, it } from 'vitest'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import { analysisKey, candleKey, indicatorKey, mlSignalsKey } from '#contract/payloads/streams.ts'
import { extractSignals, type SignalUpdate } from '#server/strategies/signal-extractors/extract.ts'
import {
  level,
  levelSet,
  marketStructure,
  pattern,
  patternAnalysis,
  crossTimeframe,
  AT,
} from '#test/support/data/payloads.ts'

const KEY = {
  m5: indicatorKey('BTCUSD', 'M5'),
  cross: analysisKey('BTCUSD', 'cross_timeframe_analysis'),
  structure: analysisKey('BTCUSD', 'market_structure'),
  patterns: analysisKey('BTCUSD', 'consolidated_patterns'),
  levels: analysisKey('BTCUSD', 'support_resistance'),
  divergence: analysisKey('BTCUSD', 'divergence'),
  models: mlSignalsKey('BTCUSD'),
}

/** Reads entries that came together, the close of the minute with them. */
function readAll(entries: Readonly<Record<string, unknown>>, price?: number): SignalUpdate {
  const candle = { timestamp: AT - 60, open: 1, high: 1, low: 1, close: price, volume: 1 }
  const minute = { ...candle, timeframe: 'M1', trading_pair: 'BTCUSD', exchange: 'kraken', is_complete: true }
  return extractSignals({
    pair: 'BTCUSD',
    at: AT * 1000,
    kind: 'closed',
    entries: Object.entries({ ...(price !== undefined && { [candleKey('BTCUSD', 'M1')]: minute }), ...entries }).map(
      ([key, data]) => ({ key, messageId: '7-0', data }),
    ),
  })
}
const read = (key: string, data: unknown, price?: number) => readAll({ [key]: data }, price).signals.get(key)

const close = (figure: number) => expect.closeTo(figure, 10) as number

const snapshot: IndicatorSnapshot = {
  timeframe: 'M5',
  timestamp: AT - 300,
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  atr_14: 20,
  ema_9: 8_010,
  ema_21: 8_000,
  rsi_14: 56,
  macd: { macd_line: -4, signal_line: 0, histogram: 0, fast_period: 12, slow_period: 26, signal_period: 9 },
  bollinger_bands: { upper: 8_040, middle: 8_000, lower: 7_960, period: 20, std_dev_multiplier: 2 },
}

describe('technical indicators', () => {
  it('[SG-11] the mean of four with the confidence of their agreement, and each alone', () => {
    // EMA 0.5, RSI 0.3, MACD -0.2, bands 0.25: sum 0.85, sizes 1.25.
    expect(read(KEY.m5, snapshot)).toEqual({
      asOf: AT * 1000,
      messageId: '7-0',
      overall: { score: close(0.85 / 4), confidence: close(0.85 / 1.25) },
      byTimeframe: {},
      byPath: {
        ema: { score: close(0.5), confidence: 1 },
        rsi: { score: close(0.3), confidence: 1 },
        macd: { score: close(-0.2), confidence: 1 },
        bollinger_bands: { score: close(0.25), confidence: 1 },
      },
    })
  })

  it('[SG-11] is clamped to a full score', () => {
    const far = { ...snapshot, ema_9: 8_100, rsi_14: 90, macd: { ...snapshot.macd, macd_line: 50 } }
    expect(read(KEY.m5, far)?.overall).toEqual({ score: 1, confidence: 1 })
  })

  it('[SG-11] missing indicators lower the confidence; without any there is no signal', () => {
    const { macd: _, bollinger_bands: __, ...two } = snapshot
    expect(read(KEY.m5, two)).toMatchObject({ overall: { score: close(0.4), confidence: close(0.5) } })
    const { timeframe, timestamp, trading_pair, exchange } = snapshot
    expect(read(KEY.m5, { timeframe, timestamp, trading_pair, exchange })).toMatchObject({
      overall: undefined,
      byPath: {},
    })
    expect(read(KEY.m5, { ...snapshot, atr_14: 0 })?.byPath).not.toHaveProperty('ema')
  })
})

describe('analysis', () => {
  it('[SG-12] the overall signal of all timeframes', () => {
    const payload = crossTimeframe({
      analysis_summary: {
        primary_timeframe: 'H1',
        overall_signal: { direction: 'bearish', strength: 0.8, expected_move: -0.5 },
      },
      confidence_metrics: { overall_confidence: 0.55 },
    })
    expect(read(KEY.cross, payload)).toEqual({
      asOf: AT * 1000,
      messageId: '7-0',
      overall: { score: -0.8, confidence: 0.55 },
      byTimeframe: {},
      byPath: {},
    })
  })

  it('[SG-13] highs and lows per timeframe, the trend together', () => {
    const payload = marketStructure({
      trend: 'bullish',
      trend_strength: 0.4,
      regime_confidence: 0.7,
      timeframe_analysis: [
        { timeframe: 'M5', pattern: 'higher_highs_higher_lows', strength: 0.6 },
        { timeframe: 'M15', pattern: 'lower_highs_lower_lows', strength: 0.3 },
        { timeframe: 'H1', pattern: 'contracting', strength: 0.9 },
      ],
    })
    expect(read(KEY.structure, payload)).toMatchObject({
      overall: { score: 0.4, confidence: 0.7 },
      byTimeframe: {
        m5: { score: 0.6, confidence: 0.7 },
        m15: { score: -0.3, confidence: 0.7 },
        h1: { score: 0, confidence: 0.7 },
      },
    })
  })

  it('[SG-14] bullish patterns against bearish ones, half while forming', () => {
    const forming = { formation_stage: 'forming', pattern_reliability: 0.5 } as const
    const payload = patternAnalysis({
      summary: { ...patternAnalysis().summary, market_bias: 'bearish', bias_strength: 0.3, overall_confidence: 0.6 },
      patterns: {
        M5: [pattern({ confidence: 0.6 }), pattern({ confidence: 0.8, bullish: false, maturity: forming })],
        H1: [],
      },
    })
    expect(read(KEY.patterns, payload)).toMatchObject({
      overall: { score: -0.3, confidence: 0.6 },
      byTimeframe: { m5: { score: close(0.2), confidence: close(0.5) } },
    })
  })

  it('[SG-14] without a pattern there is no signal', () => {
    expect(read(KEY.patterns, patternAnalysis({ patterns: {} }))).toMatchObject({ overall: undefined, byTimeframe: {} })
  })

  const levels = levelSet({
    support_levels: [
      level({ price: 100, strength_score: 0.5, timeframe_alignment: ['M5'] }),
      level({ price: 90, strength_score: 0.9, timeframe_alignment: ['H1'] }),
    ],
    resistance_levels: [level({ price: 110, strength_score: 0.8, timeframe_alignment: ['M5', 'H1'] })],
  })
  it.each([
    [100, 0.5, 0],
    [102.5, 0.25, -0.2],
    [105, 0, -0.4],
    [107.5, -0.4, -0.6],
    [110, -0.8, -0.8],
    [92, 0.5, 0.72],
  ])('[SG-15] at %d between levels: %d on M5, %d on H1', (price, m5, h1) => {
    const found = read(KEY.levels, levels, price)
    expect(found?.byTimeframe).toMatchObject({
      m5: { score: close(m5), confidence: 0.57 },
      h1: { score: close(h1), confidence: 0.57 },
    })
    expect(found?.overall).toEqual(found?.byTimeframe.m5)
  })

  it('[SG-15] needs a level on both sides, and the price', () => {
    expect(read(KEY.levels, { ...levels, resistance_levels: [] }, 105)).toMatchObject({
      overall: undefined,
      byTimeframe: {},
    })
    expect(read(KEY.levels, levels)).toMatchObject({ overall: undefined, byTimeframe: {} })
  })

  it('[SG-16] the strongest divergence, with the share of strength on its side as confidence', () => {
    const one = {
      divergence_type: 'regular_bullish',
      indicator: 'RSI',
      timeframe: 'M15',
      strength: 0.6,
      bias: 'bullish',
      expected_move: 0.5,
      from_timestamp: AT - 9_000,
      to_timestamp: AT - 900,
    }
    const payload = {
      timestamp: AT,
      trading_pair: 'BTCUSD',
      exchange: 'kraken',
      errors: [],
      timeframe: 'M15',
      divergence_type: 'regular_bullish',
      indicator: 'RSI',
      strength: 0.6,
      dominant_pattern: 'regular_bullish',
      bias: 'bullish',
      expected_move: 0.5,
      divergences: [one, { ...one, timeframe: 'H1', bias: 'bearish', strength: 0.4 }],
    }
    expect(read(KEY.divergence, payload)).toMatchObject({
      overall: { score: 0.6, confidence: close(0.6) },
      byTimeframe: { m15: { score: 0.6, confidence: 1 }, h1: { score: -0.4, confidence: 1 } },
    })
    expect(read(KEY.divergence, { ...payload, divergences: [] })).toMatchObject({ overall: undefined, byTimeframe: {} })
  })
})

describe('signals of models', () => {
  it('[SG-17] the mean of their calls, together and by timeframe', () => {
    const call = { entry_price: 1, stop_loss: null, take_profit: null, source: 'model' }
    const payload = {
      timestamp: AT,
      trading_pair: 'BTCUSD',
      exchange: 'kraken',
      errors: [],
      signals: [
        { ...call, signal_type: 'BUY', confidence: 0.8, strength: 0.5, timeframe: 'M5' },
        { ...call, signal_type: 'SELL', confidence: 0.4, strength: 1, timeframe: 'H1' },
        { ...call, signal_type: 'HOLD', confidence: 0.8, strength: 1, timeframe: 'M5' },
      ],
    }
    expect(read(KEY.models, payload)).toMatchObject({
      overall: { score: close(0), confidence: close(2 / 3) },
      byTimeframe: { m5: { score: close(0.25), confidence: close(0.8) }, h1: { score: close(-1), confidence: 0.4 } },
    })
    expect(read(KEY.models, { ...payload, signals: [] })?.overall).toBeUndefined()
  })
})

describe('an update', () => {
  it('[SG-10] lists invalid entries and extracts the others', () => {
    const moment = readAll({ [KEY.m5]: { ...snapshot, rsi_14: 'high' }, [KEY.structure]: marketStructure() })
    expect([moment.unreadable, [...moment.signals.keys()]]).toEqual([[KEY.m5], [KEY.structure]])
  })

  it('[SG-20] contains the close and the relative volume', () => {
    const moment = readAll({ [KEY.patterns]: patternAnalysis() }, 8_000)
    expect([moment.at, moment.price, moment.volumeRatio]).toEqual([AT * 1000, 8_000, 0.22])
  })

  it('[SG-10] ignores a stream without a direction', () => {
    expect(readAll({ 'tdp:kraken:BTCUSD:analysis:gossip': {}, 'tdp:kraken:BTCUSD:processed_candles:m5': {} })).toEqual({
      at: AT * 1000,
      price: undefined,
      volumeRatio: undefined,
      signals: new Map(),
      unreadable: [],
    })
  })
})
