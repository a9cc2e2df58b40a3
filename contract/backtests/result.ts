import * as z from 'zod/mini'
import { timestampSchema } from '../time.ts'
import { contributionsSchema } from './contributions.ts'
import { backtestReportSchema } from './report.ts'

/**
 * Why a position was closed: an opposite decision, its stop or target, the end of the span, or, on paper, its owner or a limit of
 * the account.
 */
export const EXIT_REASONS = ['decision', 'stop_loss', 'take_profit', 'end', 'manual', 'limit'] as const
export const exitReasonSchema = z.enum(EXIT_REASONS)
export type ExitReason = z.infer<typeof exitReasonSchema>

/** A closed position. Times are unix ms, amounts dollars. */
export const tradeSchema = z.object({
  side: z.enum(['long', 'short']),
  /** When the strategy decided to open it: the close of a minute. */
  decided_at: timestampSchema,
  /** Opening of the minutes in which it was opened and closed. */
  opened_at: timestampSchema,
  closed_at: timestampSchema,
  /** Prices of the fills, after slippage. */
  entry_price: z.number(),
  exit_price: z.number(),
  /** In the base currency. */
  quantity: z.number(),
  /** After fees and slippage. */
  profit: z.number(),
  /** Of what the entry was worth, in percent. */
  profit_pct: z.number(),
  fees: z.number(),
  /** What both fills cost against their prices without slippage. */
  slippage: z.number(),
  exit: exitReasonSchema,
  /** Why it was opened, in one line. */
  why: z.string(),
})
export type Trade = z.infer<typeof tradeSchema>

/** The account at the close of a minute. */
export const equityPointSchema = z.object({
  /** Unix ms. */
  at: timestampSchema,
  /** Capital with the open position at the price then, in dollars. */
  equity: z.number(),
  /** Lowest equity since the point before. */
  low: z.number(),
  /** Close of the minute. */
  price: z.number(),
  /** Side of the open position; null without one. */
  side: z.nullable(z.enum(['long', 'short'])),
})
export type EquityPoint = z.infer<typeof equityPointSchema>

/** The figures of a list row. Percent of the starting capital. */
export const backtestSummarySchema = z.object({
  return_pct: z.number(),
  /** Largest fall of the equity from its highest value before, in percent of that; 0 or above. */
  max_drawdown_pct: z.number(),
  trades: z.number(),
})
export type BacktestSummary = z.infer<typeof backtestSummarySchema>

/** What a backtest found. Amounts are dollars, times unix ms. */
export const backtestResultSchema = z.object({
  summary: backtestSummarySchema,
  /** Minutes of the span with a candle, and without. */
  minutes: z.number(),
  missing_minutes: z.number(),
  /** Evaluations by their decision. */
  decisions: z.object({ BUY: z.number(), SELL: z.number(), HOLD: z.number() }),
  final_equity: z.number(),
  fees: z.number(),
  slippage: z.number(),
  /** What the capital would have become, bought at the first open with the same costs and sold at the last close. */
  buy_and_hold_equity: z.number(),
  /** Oldest first; the first `BACKTEST.maxTrades`. */
  trades: z.array(tradeSchema),
  /** Oldest first, evenly thinned out. */
  equity: z.array(equityPointSchema),
  /** What the user should know, such as missing minutes or a source without data. */
  notes: z.array(z.string()),
  report: backtestReportSchema,
  contributions: contributionsSchema,
})
export type BacktestResult = z.infer<typeof backtestResultSchema>
