import type { Template } from './template.ts'

export const aggressiveScalping: Template = {
  id: 'aggressive_scalping',
  name: 'Aggressive Scalping',
  description:
    'Acts on quick moves: the one-minute and five-minute indicators, weighted by the traded volume, with the nearest levels against it or for it. Acts often and keeps positions small.',
  complexity: 'High',
  recommendedFor: ['Experienced traders', 'Scalping', 'Volatile markets'],
  sources: [
    {
      id: 'indicators_m1',
      stream: 'technical_indicators:m1',
      weight: 1.5,
      minConfidence: 0.5,
      maxAgeS: 60,
      threshold: 0.6,
      volumeWeight: true,
    },
    {
      id: 'indicators_m5',
      stream: 'technical_indicators:m5',
      weight: 1.2,
      minConfidence: 0.5,
      maxAgeS: 60,
      threshold: 0.5,
      volumeWeight: true,
    },
    {
      id: 'levels',
      stream: 'analysis:support_resistance',
      timeframes: ['M5', 'M15'],
      weight: 0.5,
      minConfidence: 0.5,
      maxAgeS: 60,
      threshold: 0.5,
    },
  ],
  rules: [
    {
      id: 'momentum',
      name: 'Momentum on the fast timeframes',
      operator: 'weighted_average',
      source_ids: ['indicators_m1', 'indicators_m5', 'levels'],
      minimum_sources: 2,
      minimum_total_weight: 0.6,
      consensus_threshold: 0.6,
      max_time_spread_seconds: 60,
    },
  ],
  risk: {
    max_position_size: 2,
    max_position_unit: 'pct',
    max_daily_trades: 50,
    stop_loss_percentage: 0.5,
    take_profit_percentage: 1,
    min_signal_strength: 0.5,
    signal_cooldown_minutes: 5,
  },
}
