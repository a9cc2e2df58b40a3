import type { BacktestSettings } from '#contract/backtests/request.ts'
import type { RiskParameters } from '#contract/strategies/risk.ts'

/** How positions are opened, paid for and closed. Shares are fractions: 0.004 is 0.4 %. */
export interface TradingTerms {
  /** Starting capital in dollars. */
  readonly capital: number
  /** Of the value of a fill. */
  readonly fee: number
  /** Of the price. */
  readonly halfSpread: number
  /** Of the minute's range. */
  readonly rangeShare: number
  readonly allowShort: boolean
  /** Largest value of a position: dollars, or a share of the capital; null for all of it. */
  readonly position: { readonly usd: number } | { readonly share: number } | null
  /** Distances from the entry's price, as shares of it; null without one. */
  readonly stop: number | null
  readonly target: number | null
}

const shareOf = (percent: number | null | undefined): number | null => (percent ? percent / 100 : null)

function positionOf({ max_position_size: size, max_position_unit: unit }: RiskParameters): TradingTerms['position'] {
  if (!size) return null
  return unit === 'pct' ? { share: size / 100 } : { usd: size }
}

/** [BT-6] The terms that follow from the settings of a backtest and the risk parameters of its strategy. */
export const termsOf = (
  { capital, fee_pct, slippage, allow_short }: BacktestSettings,
  risk: RiskParameters,
): TradingTerms => ({
  capital,
  fee: fee_pct / 100,
  halfSpread: slippage.half_spread_pct / 100,
  rangeShare: slippage.range_share,
  allowShort: allow_short,
  position: positionOf(risk),
  stop: shareOf(risk.stop_loss_percentage),
  target: shareOf(risk.take_profit_percentage),
})
