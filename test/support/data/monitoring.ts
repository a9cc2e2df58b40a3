import { analysisKey, candleKey, indicatorKey, mlSignalsKey } from '#contract/payloads/streams.ts'
import type { DivergenceAnalysis } from '#contract/payloads/divergence.ts'
import type { ProcessedCandle } from '#contract/payloads/processed-candles.ts'
import type { SignalList } from '#contract/payloads/signals.ts'
import { AT, crossTimeframe, levelSet, marketStructure, patternAnalysis, snapshot } from './payloads.ts'

const HEADER = { timestamp: AT, trading_pair: 'BTCUSD', exchange: 'kraken', errors: [] }

export const divergence = (over: Partial<DivergenceAnalysis> = {}): DivergenceAnalysis => ({
  ...HEADER,
  timeframe: 'M15',
  divergence_type: 'regular_bullish',
  indicator: 'RSI',
  strength: 0.64,
  dominant_pattern: 'regular_bullish',
  bias: 'bullish',
  expected_move: 0.42,
  divergences: [],
  ...over,
})

export const processedCandle = (over: Partial<ProcessedCandle> = {}): ProcessedCandle => ({
  timestamp: AT,
  open: 10_800,
  high: 10_840,
  low: 10_790,
  close: 10_830,
  volume: 12.5,
  timeframe: 'M5',
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  is_complete: true,
  ...over,
})

export const signalList = (over: Partial<SignalList> = {}): SignalList => ({
  ...HEADER,
  signals: [
    {
      signal_type: 'BUY',
      confidence: 0.72,
      strength: 0.5,
      timeframe: 'M15',
      entry_price: 10_810,
      stop_loss: 10_700,
      take_profit: 11_000,
      source: 'xgboost-btc',
    },
  ],
  ...over,
})

/** One stream of each kind with a wire message, in the documented order. */
export const EXAMPLES = {
  indicators: {
    key: indicatorKey('BTCUSD', 'M5'),
    data: { TechnicalIndicator: snapshot({ timeframe: 'M5', rsi_14: 74.2, atr_14: 31.25, ema_21: 10_805.4 }) },
  },
  candles: { key: candleKey('BTCUSD', 'M5'), data: { ProcessedCandle: processedCandle() } },
  levels: { key: analysisKey('BTCUSD', 'support_resistance'), data: { Analysis: levelSet() } },
  patterns: { key: analysisKey('BTCUSD', 'consolidated_patterns'), data: { Analysis: patternAnalysis() } },
  structure: { key: analysisKey('BTCUSD', 'market_structure'), data: { Analysis: marketStructure() } },
  confluence: { key: analysisKey('BTCUSD', 'cross_timeframe_analysis'), data: { Analysis: crossTimeframe() } },
  divergence: { key: analysisKey('BTCUSD', 'divergence'), data: { Analysis: divergence() } },
  signals: { key: mlSignalsKey('BTCUSD'), data: { Unknown: signalList() } },
  analysis: {
    key: 'tdp:kraken:BTCUSD:analysis:order_flow',
    data: { Analysis: { ...HEADER, dominant_trend: 'up_trend', confidence: 0.5, is_final: true, patterns: [1, 2] } },
  },
  raw: { key: 'tdp:kraken:BTCUSD:news:headlines', data: { Unknown: { timestamp: AT, text: 'x'.repeat(500) } } },
} as const satisfies Record<string, { readonly key: string; readonly data: unknown }>
