import { FEWEST_TRADES, type BacktestReport, type Estimate } from '#contract/backtests/report.ts'
import { wilsonInterval } from '#contract/track-records/interval.ts'
import type { ReportTrade } from './columns.ts'
import { estimate, rescaled, type Statistic } from './estimate.ts'

const MEAN: Statistic = { value: ([mean = 0]) => mean, gradient: () => [1] }

/** On a scale of logarithms, on which a ratio varies alike in both directions. */
const LOG_RATIO: Statistic = {
  value: ([gained = 0, lost = 0]) => Math.log(gained / lost),
  gradient: ([gained = 0, lost = 0]) => [1 / gained, -1 / lost],
}

const clamp = (value: number): number => Math.max(0, Math.min(1, value))

/** Limits a share and its interval to 0..1. */
const asShare = ({ value, low, high }: Estimate): Estimate => ({ value, low: clamp(low), high: clamp(high) })

/** Share of the time with a position, from the shares of the days. */
export function exposureOf(shares: readonly number[], random: () => number): Estimate | null {
  const found = estimate([shares], MEAN, random)
  return found && asShare(found)
}

/**
 * Share of the trades with a profit, in order of time. Its interval is the wider of the bootstrap's, as neighboring trades are
 * alike, and Wilson's, which holds with few trades and near 0 and 1. Null with fewer than 30 trades.
 */
export function hitRateOf(trades: readonly ReportTrade[], random: () => number): Estimate | null {
  if (trades.length < FEWEST_TRADES) return null
  const wins = trades.map(({ profit }) => (profit > 0 ? 1 : 0))
  const wilson = wilsonInterval(
    wins.reduce<number>((sum, win) => sum + win, 0),
    wins.length,
  )
  const found = estimate([wins], MEAN, random)
  const { low, high } = found ?? wilson
  return asShare({ value: wilson.share, low: Math.min(low, wilson.low), high: Math.max(high, wilson.high) })
}

/** What winning trades gained per unit that losing ones lost. Null with fewer than 30 trades, or without one of either. */
export function profitFactorOf(trades: readonly ReportTrade[], random: () => number): Estimate | null {
  if (trades.length < FEWEST_TRADES) return null
  const gained = trades.map(({ profit }) => Math.max(profit, 0))
  const lost = trades.map(({ profit }) => Math.max(-profit, 0))
  const found = estimate([gained, lost], LOG_RATIO, random)
  return found && rescaled(found, Math.exp)
}

/** Fees and slippage, and their share of the profit before them. */
export function costsOf(trades: readonly ReportTrade[]): BacktestReport['costs'] {
  const sum = (read: (trade: ReportTrade) => number) => trades.reduce((total, trade) => total + read(trade), 0)
  const fees = sum((trade) => trade.fees)
  const slippage = sum((trade) => trade.slippage)
  const before = sum(({ profit }) => profit) + fees + slippage
  return { fees, slippage, share: before > 0 ? (fees + slippage) / before : null }
}
