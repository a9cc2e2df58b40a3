import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { Level, LevelSet } from '#contract/payloads/levels.ts'
import type { Pattern, PatternAnalysis } from '#contract/payloads/patterns.ts'
import type { LevelCluster, MarketStructure, StructureBreak } from '#contract/payloads/structure.ts'
import type { ConfluenceZone, CrossTimeframe } from '#contract/payloads/cross-timeframe.ts'
import { parseStreamKey, streamKey } from '#contract/stream-keys.ts'
import { wrap, wrapperOf } from '#contract/streams.ts'
import { CARD_NAMES, type CardName } from '#src/features/dashboard/cards.ts'
import { streamOf } from '#src/features/dashboard/analytics/card-data.ts'

/** 2019-06-30 22:00:00 UTC in unix seconds. */
export const AT = Date.UTC(2019, 5, 30, 22) / 1000
const HEADER = { timestamp: AT, trading_pair: 'BTCUSD', exchange: 'kraken', errors: [] }

export const level = (over: Partial<Level> = {}): Level => ({
  price: 10_800.5,
  zone_bottom: 10_780.25,
  zone_top: 10_820.75,
  strength: 'Strong',
  strength_score: 0.71,
  hold_probability: 0.52,
  touch_probability: 0.23,
  touch_count: 7,
  last_touch_time: AT - 3_600,
  volume_confirmation: true,
  avg_touch_volume: 3.5,
  age_hours: 155.4,
  timeframe_alignment: ['M5', 'H1', 'H4', 'D1'],
  ...over,
})

export const levelSet = (over: Partial<LevelSet> = {}): LevelSet => ({
  ...HEADER,
  summary: { overall_confidence: 0.57, alignment_score: 0.43, strength_score: 0.66 },
  confidence: {
    sample_size: 1,
    data_quality: 0.98,
    volatility_adjustment: 0.83,
    age_factor: 0.44,
    historical_reliability: 0.36,
    volume_confirmation_ratio: 0.21,
  },
  support_levels: [level()],
  resistance_levels: [level({ price: 10_950 })],
  dominant_timeframe: 'H4',
  total_levels: 2,
  ...over,
})

export const pattern = (over: Partial<Pattern> = {}): Pattern => ({
  pattern: 'Hammer',
  bullish: true,
  confidence: 0.62,
  expected_move: 0.11,
  description: 'Hammer: long lower shadow',
  maturity: { formation_stage: 'complete', pattern_reliability: 0.52 },
  timestamp: AT - 300,
  ...over,
})

export const patternAnalysis = (over: Partial<PatternAnalysis> = {}): PatternAnalysis => ({
  ...HEADER,
  summary: {
    overall_confidence: 0.66,
    alignment_score: 0.5,
    bias_strength: 0.07,
    dominant_timeframe: 'H1',
    market_bias: 'bullish',
  },
  pattern_highlight: {
    pattern_name: 'Engulfing',
    timeframe: 'H1',
    confidence: 0.75,
    expected_move_pct: 1.2,
    key_insight: 'The body covers the opposite one before it.',
  },
  patterns: { M5: [pattern()], H1: [pattern({ pattern: 'Engulfing', expected_move: 1.2, bullish: false })] },
  direction_since: { H1: { time: AT - 3_600, or_earlier: true } },
  market_context: {
    timeframe: 'M15',
    trend: 'bearish',
    volatility: 'normal',
    volume_ratio: 0.22,
    nearest_support: 10_800.5,
    nearest_resistance: 10_950,
  },
  ...over,
})

export const structureBreak = (over: Partial<StructureBreak> = {}): StructureBreak => ({
  break_type: 'bullish_break_of_structure',
  price_level: 10_900,
  timeframe: 'M15',
  timestamp: AT - 3_600,
  volume_confirmation: false,
  ...over,
})

export const cluster = (over: Partial<LevelCluster> = {}): LevelCluster => ({
  level: 10_800.5,
  type: 'Support',
  strength: 0.73,
  touches: 9,
  timeframe: 'H4',
  ...over,
})

export const marketStructure = (over: Partial<MarketStructure> = {}): MarketStructure => ({
  ...HEADER,
  timeframe: 'M15',
  market_phase: 'bearish',
  volatility_regime: 'normal',
  market_regime: { regime: 'bearish_normal_volatility', confidence: 0.7, strength: 0.49, change_probability: 0.3 },
  trend_strength: 0.49,
  momentum: 0.38,
  regime_confidence: 0.71,
  trend_consistency: 0.67,
  regime_duration: 7_205,
  structure_breaks: [structureBreak()],
  support_resistance_clusters: [cluster()],
  timeframe_analysis: [
    {
      timeframe: 'M15',
      pattern: 'lower_highs_lower_lows',
      strength: 0.8,
      direction_since: { time: AT - 7_200, or_earlier: false },
    },
  ],
  market_structure_type: 'lower_highs_lower_lows',
  structure_strength: 1,
  trend: 'bearish',
  swing_highs: [],
  swing_lows: [],
  break_of_structure: null,
  change_of_character: null,
  ...over,
})

export const snapshot = (over: Partial<IndicatorSnapshot> = {}): IndicatorSnapshot => ({
  timeframe: 'M1',
  timestamp: AT,
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  rsi_14: 53.07,
  ...over,
})

export const confluenceZone = (over: Partial<ConfluenceZone> = {}): ConfluenceZone => ({
  timeframes_involved: ['M1', 'H4'],
  expected_reaction: 'bounce',
  price_level: 10_800.5,
  strength_score: 0.73,
  hold_probability: 0.53,
  ...over,
})

export const crossTimeframe = (over: Partial<CrossTimeframe> = {}): CrossTimeframe => ({
  ...HEADER,
  analysis_summary: {
    primary_timeframe: 'H4',
    overall_signal: { direction: 'bearish', strength: 0.2, expected_move: 0.14 },
  },
  volatility_alignment: { volatility_regime: 'high', alignment: 0.5 },
  confidence_metrics: { overall_confidence: 0.64 },
  timeframes: [
    { timeframe: 'M1', direction: 0.1, direction_since: { time: AT - 60, or_earlier: false }, volatility: 'low' },
    { timeframe: 'H4', direction: -0.4, volatility: 'high' },
  ],
  confluence_zones: [confluenceZone()],
  move_forecasts: {
    M5: { half_within: 0.12, nine_tenths_within: 0.38 },
    H1: { half_within: 0.31, nine_tenths_within: 0.94 },
  },
  hour_forecast: { half_within: 0.14, nine_tenths_within: 0.42 },
  ...over,
})

/** Something of each card. */
export const ofCards = <Value>(of: (name: CardName) => Value) =>
  Object.fromEntries(CARD_NAMES.map((name) => [name, of(name)])) as Record<CardName, Value>

export const KEYS = ofCards((name) => {
  const { category, names } = streamOf(name)
  return streamKey('BTCUSD', category, names[0] ?? '')
})

/** A payload with its wrapper, as sent over the wire. */
export const wrapped = (name: CardName, payload: object): unknown =>
  wrap(wrapperOf(parseStreamKey(KEYS[name]).category), { ...payload })
