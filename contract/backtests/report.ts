import * as z from 'zod/mini'
import { timestampSchema } from '../time.ts'

/** Trades, and days, from which figures are given at all. */
export const FEWEST_TRADES = 30
export const FEWEST_DAYS = 30

const countSchema = z.number().check(z.int(), z.nonnegative())

/** A figure with its 95 % confidence interval. */
export const estimateSchema = z.object({ value: z.number(), low: z.number(), high: z.number() })
export type Estimate = z.infer<typeof estimateSchema>

/**
 * Whether the result is more than luck:
 *
 * - `better`: the same decisions at other times rarely did as well, and the Sharpe ratio is above the best that as many lucky
 *   variants would show.
 * - `selected`: the first, but not the second: as many tries find something that good by luck.
 * - `lost`: it lost, and that is no bad luck: the 95 % interval of its Sharpe ratio is below 0.
 * - `same`: neither better nor worse than the same decisions at other times.
 * - `worse`: the same decisions at other times rarely did as badly.
 * - `too_few`: fewer than 30 trades, or 30 days.
 */
export const LUCK_RESULTS = ['better', 'selected', 'same', 'lost', 'worse', 'too_few'] as const
export const luckResultSchema = z.enum(LUCK_RESULTS)
export type LuckResult = z.infer<typeof luckResultSchema>

/** Equity at the end of a UTC day; drawdowns are the deepest of the day, 0 to 1 below the highest equity before. */
export const curvePointSchema = z.object({
  /** '2019-04-30'. */
  day: z.string(),
  equity: z.number(),
  drawdown: z.number(),
  benchmark: z.number(),
  benchmark_drawdown: z.number(),
})
export type CurvePoint = z.infer<typeof curvePointSchema>

/** The same decisions, shifted in time by random amounts, as baseline. Results are fractions of the capital. */
export const timingSchema = z.object({
  shifts: countSchema,
  /** Shifts that did at least as well, and at most as well. */
  as_good: countSchema,
  as_bad: countSchema,
  /** (as_good + 1) / (shifts + 1): how often timing alone does as well by luck. */
  p: z.number(),
  median: z.number(),
  /** 95 of 100 shifts lie between. */
  low: z.number(),
  high: z.number(),
})
export type Timing = z.infer<typeof timingSchema>

/** What trying several variants explains. Sharpe ratios of a year. */
export const selectionSchema = z.object({
  /** Definitions that the user has tried on this pair and span, this one included. */
  variants: countSchema,
  /** Expected best Sharpe ratio of as many variants without any skill. */
  lucky_best: z.number(),
  /** Probability that the true Sharpe ratio is above 0, allowing for the variants (deflated Sharpe ratio). */
  probability: z.number(),
})
export type Selection = z.infer<typeof selectionSchema>

/** A part of the span. `sharpe` is null with fewer than 30 days, or without variation. */
export const partSchema = z.object({
  from: timestampSchema,
  to: timestampSchema,
  days: countSchema,
  trades: countSchema,
  return: z.number(),
  sharpe: z.nullable(estimateSchema),
})
export type ReportPart = z.infer<typeof partSchema>

/** Returns of the months of a year as fractions; null for a month that the span does not touch. */
export const yearSchema = z.object({
  year: z.number(),
  months: z.array(z.nullable(z.number())),
  total: z.number(),
})
export type ReportYear = z.infer<typeof yearSchema>

/** A month beside all months before it; `before` is their return, null for the first. */
export const walkStepSchema = z.object({
  /** '2019-04'. */
  month: z.string(),
  before: z.nullable(z.number()),
  return: z.number(),
  trades: countSchema,
})
export type WalkStep = z.infer<typeof walkStepSchema>

/** The report of a backtest: returns and shares are fractions, amounts are in the quote currency. */
export const backtestReportSchema = z.object({
  /** What it earned, and whether that is more than luck, in one sentence or two. */
  headline: z.string(),
  luck: luckResultSchema,
  /** Market time covered, unix ms; `days` are UTC days with candles. */
  from: timestampSchema,
  to: timestampSchema,
  days: countSchema,
  capital: z.number(),
  /** Equity at the end minus the capital. */
  profit: z.number(),
  return: z.number(),
  max_drawdown: z.number(),
  /** Bought at the first price with all capital, costs paid, and held; cash earns nothing. */
  benchmark: z.object({ return: z.number(), max_drawdown: z.number() }),
  trades: countSchema,
  costs: z.object({
    fees: z.number(),
    slippage: z.number(),
    /** Of the profit before costs; null without any. */
    share: z.nullable(z.number()),
  }),
  /** With their intervals; null where too little is known. Sharpe and Sortino ratios of a year, from daily returns. */
  figures: z.object({
    exposure: z.nullable(estimateSchema),
    hit_rate: z.nullable(estimateSchema),
    profit_factor: z.nullable(estimateSchema),
    sharpe: z.nullable(estimateSchema),
    sortino: z.nullable(estimateSchema),
  }),
  timing: z.nullable(timingSchema),
  selection: z.nullable(selectionSchema),
  /** The first two thirds of the span, and the last. */
  first: partSchema,
  last: partSchema,
  years: z.array(yearSchema),
  walk: z.array(walkStepSchema),
  curve: z.array(curvePointSchema),
  /** Of the random numbers: the same seed gives the same report. */
  seed: countSchema,
})
export type BacktestReport = z.infer<typeof backtestReportSchema>
