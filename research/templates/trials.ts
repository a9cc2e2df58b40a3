import type { Template } from '#server/strategies/templates/template.ts'
import type { CandleColumns } from '#server/backtests/trading/candle-columns.ts'

/** A template that is tried, with the share of its position that each row allows. */
export interface Trial {
  readonly template: Template
  readonly sizeOf?: (candles: CandleColumns) => (row: number) => number
}

const DAY = 1_440
/** Daily volatility that a position is made for, as a fraction: about 40 % a year. */
const TARGET = 0.02
const usual = { minConfidence: 0.5, maxAgeS: 300 } as const

/** [A. Moreira and T. Muir, Volatility-Managed Portfolios, Journal of Finance 72(4), 2017]: less where the last day moved more. */
function volatilityTarget({ close, length }: CandleColumns): (row: number) => number {
  const squares = new Float64Array(length + 1)
  for (let row = 1; row < length; row += 1) {
    const change = Math.log((close[row] ?? 1) / (close[row - 1] ?? 1))
    squares[row + 1] = (squares[row] ?? 0) + change * change
  }
  return (row) => {
    const from = Math.max(0, row - DAY)
    const variance = (((squares[row] ?? 0) - (squares[from] ?? 0)) / Math.max(1, row - from)) * DAY
    return variance > 0 ? Math.min(1, TARGET / Math.sqrt(variance)) : 0
  }
}

const rule = { minimum_total_weight: 0, consensus_threshold: 0, max_time_spread_seconds: 300 } as const
const risk = { max_position_size: 100, max_position_unit: 'pct', max_daily_trades: 3, min_signal_strength: 0 } as const

/** Their numbers were not fitted: only a first setting of the second, which never traded, was changed. */
export const TRIALS: readonly Trial[] = [
  {
    template: {
      id: 'trend_with_volatility_target',
      name: 'Trend Following with a Volatility Target',
      description:
        'Long while the four-hour and the hourly moving averages agree on a rise, with a position that shrinks as the last day moved more.',
      complexity: 'Medium',
      recommendedFor: [],
      sources: [
        { id: 'h4', stream: 'technical_indicators:h4', weight: 1, threshold: 0.25, dataPath: 'ema', ...usual },
        { id: 'h1', stream: 'technical_indicators:h1', weight: 1, threshold: 0.25, dataPath: 'ema', ...usual },
      ],
      rules: [
        {
          id: 'agree',
          name: 'Both trends agree',
          operator: 'and',
          source_ids: ['h4', 'h1'],
          minimum_sources: 2,
          ...rule,
        },
      ],
      risk: { ...risk, signal_cooldown_minutes: 240 },
    },
    sizeOf: volatilityTarget,
  },
  {
    template: {
      id: 'mean_reversion_with_regime_gate',
      name: 'Mean Reversion with a Regime Gate',
      description:
        'Buys where the fast average falls towards the lower Bollinger band of M15, and sells towards the upper one, unless a strong four-hour trend is against it.',
      complexity: 'Medium',
      recommendedFor: [],
      sources: [
        {
          id: 'bands',
          stream: 'technical_indicators:m15',
          weight: 1,
          threshold: 0.5,
          dataPath: 'bollinger_bands',
          isInverted: true,
          ...usual,
        },
        { id: 'trend', stream: 'technical_indicators:h4', weight: 1, threshold: 1, dataPath: 'ema', ...usual },
      ],
      rules: [
        { id: 'stretched', name: 'At a band', operator: 'and', source_ids: ['bands'], minimum_sources: 1, ...rule },
        {
          id: 'gate',
          name: 'No trend against it',
          operator: 'custom_function',
          custom_function: 'no_opposition',
          source_ids: ['bands', 'trend'],
          minimum_sources: 1,
          ...rule,
        },
      ],
      risk: { ...risk, stop_loss_percentage: 5, signal_cooldown_minutes: 60 },
    },
  },
]
