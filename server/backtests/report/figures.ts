import {
  FEWEST_DAYS,
  FEWEST_TRADES,
  type Estimate,
  type BacktestReport,
  type ReportPart,
} from '#contract/backtests/report.ts'
import { wilsonInterval } from '#contract/track-records/interval.ts'
import { estimate, rescaled, type Statistic } from './estimate.ts'
import type { ReportTrade, ReportDay } from './periods.ts'

/** The market is open every day. */
const DAYS_PER_YEAR = 365
const YEAR = Math.sqrt(DAYS_PER_YEAR)

/** Of the means of x and x²: with the sample's variance, divided by n - 1. */
const SHARPE: Statistic = {
  value: ([mean = 0, square = 0], count) =>
    (YEAR * mean) / Math.sqrt(((square - mean * mean) * count) / Math.max(1, count - 1)),
  gradient([mean = 0, square = 0], count) {
    const deviation = Math.sqrt(square - mean * mean)
    const scale = YEAR * Math.sqrt((count - 1) / count)
    return [(scale * square) / deviation ** 3, (-scale * mean) / (2 * deviation ** 3)]
  },
}

/** Of the means of x and min(x, 0)². */
const SORTINO: Statistic = {
  value: ([mean = 0, square = 0]) => (YEAR * mean) / Math.sqrt(square),
  gradient: ([mean = 0, square = 0]) => [YEAR / Math.sqrt(square), (-YEAR * mean) / (2 * square ** 1.5)],
}

/**
 * Sharpe ratio of a year from daily returns, against cash that earns nothing: W. F. Sharpe, The Sharpe Ratio, Journal of
 * Portfolio Management 21(1), 1994. Null with fewer than 30 days, or without variation.
 */
export const sharpeRatio = (returns: readonly number[], random: () => number): Estimate | null =>
  returns.length < FEWEST_DAYS ? null : estimate([returns, returns.map((each) => each * each)], SHARPE, random)

/**
 * Sortino ratio of a year from daily returns, with 0 as target: F. A. Sortino and R. van der Meer, Downside Risk, Journal of
 * Portfolio Management 17(4), 1991. Null with fewer than 30 days, or without a losing one.
 */
export const sortinoRatio = (returns: readonly number[], random: () => number): Estimate | null =>
  returns.length < FEWEST_DAYS
    ? null
    : estimate([returns, returns.map((each) => Math.min(each, 0) ** 2)], SORTINO, random)

/** Mean, skewness and kurtosis (3 for the normal distribution) and the Sharpe ratio of a day. */
export interface DailyShape {
  readonly days: number
  readonly sharpe: number
  readonly skewness: number
  readonly kurtosis: number
}

/** Undefined without variation. */
export function shapeOf(returns: readonly number[]): DailyShape | undefined {
  const days = returns.length
  const mean = returns.reduce((sum, each) => sum + each, 0) / days
  const moment = (power: number) => returns.reduce((sum, each) => sum + (each - mean) ** power, 0) / days
  const variance = moment(2)
  if (!(variance > 0)) return undefined
  return {
    days,
    sharpe: mean / Math.sqrt((variance * days) / (days - 1)),
    skewness: moment(3) / variance ** 1.5,
    kurtosis: moment(4) / variance ** 2,
  }
}

/** A ratio of a day as one of a year. */
export const ofYear = (daily: number): number => YEAR * daily

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

const DAY_MS = 86_400_000

/** The days of a part, and the equity it began with. */
interface Part {
  readonly days: readonly ReportDay[]
  readonly capital: number
}

/** Splits the days after two thirds of them. */
export function splitDays(days: readonly ReportDay[], capital: number): readonly [Part, Part] {
  const at = Math.ceil((2 * days.length) / 3)
  return [
    { days: days.slice(0, at), capital },
    { days: days.slice(at), capital: days[at - 1]?.equity ?? capital },
  ]
}

/** Figures of a part; trades count in the part they were closed in. */
export function partOf({ days, capital }: Part, trades: readonly ReportTrade[], random: () => number): ReportPart {
  const from = days[0]?.at ?? 0
  const to = (days.at(-1)?.at ?? from - DAY_MS) + DAY_MS
  const equity = days.at(-1)?.equity ?? capital
  return {
    from,
    to,
    days: days.length,
    trades: trades.filter(({ closedAt }) => closedAt >= from && closedAt < to).length,
    return: capital > 0 ? equity / capital - 1 : 0,
    sharpe: sharpeRatio(
      days.map((day) => day.return),
      random,
    ),
  }
}
