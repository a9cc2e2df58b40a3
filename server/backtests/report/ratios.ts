import { FEWEST_DAYS, type Estimate } from '#contract/backtests/report.ts'
import { estimate, type Statistic } from './estimate.ts'

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
