import type { CustomStrategy, SignalSource } from './definition.ts'

const indicators = (timeframe: 'm5' | 'h1'): SignalSource => ({
  id: timeframe,
  name: `Indicators ${timeframe.toUpperCase()}`,
  source_type: 'technical_indicator',
  stream_category: 'technical_indicators',
  stream_subcategory: timeframe,
  exchange_filter: ['kraken'],
  symbol_filter: ['BTCUSD'],
  timeframe_filter: null,
  weight_config: {
    weight: 1,
    min_confidence: 0.5,
    max_age_seconds: 300,
    confidence_multiplier: 1,
    volume_weight: false,
    timeframe_bias: null,
  },
  threshold_buy: 0.6,
  threshold_sell: 0.6,
  invert_signal: false,
})

/** The strategy of the API reference: two indicator sources that must agree. */
export const EXAMPLE_STRATEGY: CustomStrategy = {
  id: 'custom_1767600000000',
  name: 'M5 with H1',
  description: 'Acts when the indicators of both timeframes agree.',
  version: '1.0',
  status: 'active',
  exchanges: ['kraken'],
  symbols: ['BTCUSD'],
  signal_sources: [indicators('m5'), indicators('h1')],
  confluence_rules: [
    {
      id: 'both',
      name: 'Both agree',
      operator: 'and',
      source_ids: ['m5', 'h1'],
      minimum_sources: 2,
      minimum_total_weight: 0.7,
      consensus_threshold: 0.7,
      max_time_spread_seconds: 60,
    },
  ],
  risk_parameters: { max_position_size: 1_000, stop_loss_percentage: 2, take_profit_percentage: 4 },
}
