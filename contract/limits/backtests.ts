/** Backtests over past candles with simulated trades, and the library of candles they run on. */
export const BACKTEST = {
  /** Newest finished ones that a user keeps. */
  maxPerUser: 200,
  /** Waiting or running ones of one user. */
  maxOpenPerUser: 5,
  maxName: 120,
  /** Shortest and longest span, in days. */
  minDays: 1,
  maxDays: 3_660,
  capital: { initial: 10_000, min: 10, max: 1_000_000_000 },
  /** In percent of what a fill is worth. Kraken's taker fee up to $10,000 in 30 days. */
  fee: { initial: 0.4, max: 5 },
  /** In percent of the price. */
  halfSpread: { initial: 0.01, max: 5 },
  /** Share of the minute's range, 0 to 1. */
  rangeShare: { initial: 0.1, max: 1 },
  /** Points of the equity curve in a result. */
  equityPoints: 2_000,
  /** Trades in a result; more are counted only. */
  maxTrades: 5_000,
  maxCompared: 4,
  poll: { listMs: 5_000, openMs: 1_000 },
} as const
