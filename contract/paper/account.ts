import * as z from 'zod/mini'
import { backtestSettingsSchema } from '../backtests/request.ts'
import { tradeSchema } from '../backtests/result.ts'
import { PAPER, STRATEGY } from '../limits.ts'
import { pairSchema } from '../pairs.ts'
import { timestampSchema } from '../time.ts'
import { paperOrderSchema } from './orders.ts'

const { shape } = backtestSettingsSchema

/** Starting capital and costs of a paper account: those of a backtest. */
export const paperSettingsSchema = z.object({
  capital: shape.capital,
  fee_pct: shape.fee_pct,
  slippage: shape.slippage,
  allow_short: shape.allow_short,
})
export type PaperSettings = z.infer<typeof paperSettingsSchema>

const percentSchema = z.nullable(z.number().check(z.positive(), z.lte(100)))

/** What stops all trading of an account, in percent of its equity; null for no limit. */
export const paperLimitsSchema = z.object({
  /** Below the equity at the start of the UTC day. */
  max_daily_loss_pct: percentSchema,
  /** Below the highest equity so far. */
  max_drawdown_pct: percentSchema,
  /** Open at the same time; a decision that would open one more is not traded. */
  max_positions: z.nullable(z.int().check(z.positive(), z.lte(PAPER.maxAllocations))),
  /** Of all positions at their entry prices; an order that would go beyond is not traded. */
  max_exposure_pct: percentSchema,
  /** After so many losing trades in a row an allocation opens nothing for so long. */
  cool_down: z.nullable(
    z.object({
      losses: z.int().check(z.positive(), z.lte(PAPER.maxCoolDown.losses)),
      minutes: z.int().check(z.positive(), z.lte(PAPER.maxCoolDown.minutes)),
    }),
  ),
  /** Whether open positions are closed, or stay open with their stops and targets. */
  on_hit: z.enum(['keep', 'close']),
})
export type PaperLimits = z.infer<typeof paperLimitsSchema>

/** An open position. Prices and amounts in the quote currency, times in unix ms of market time. */
export const paperPositionSchema = z.object({
  side: z.enum(['long', 'short']),
  quantity: z.number(),
  /** After slippage. */
  entry_price: z.number(),
  entry_fee: z.number(),
  decided_at: timestampSchema,
  opened_at: timestampSchema,
  stop: z.nullable(z.number()),
  target: z.nullable(z.number()),
})
export type PaperPosition = z.infer<typeof paperPositionSchema>

/** What waits for the open of the next minute. */
export const PAPER_ORDERS = ['buy', 'sell', 'close'] as const

/** Capital with which a strategy, or its owner by hand, trades one pair. */
export const allocationSchema = z.object({
  id: z.string(),
  /** Null if it is traded by hand. */
  strategy_id: z.nullable(z.string()),
  /** Of the strategy when it began. */
  name: z.string(),
  pair: pairSchema,
  capital: z.number(),
  /** It ends once its equity is so far below its highest; null for no limit. */
  max_drawdown_pct: percentSchema,
  /** It closes, and opens nothing until the next UTC day, once its equity is so far below that at the start of the day; null for no limit. */
  max_daily_loss_pct: percentSchema,
  started_at: timestampSchema,
  ended_at: z.nullable(timestampSchema),
  end_reason: z.nullable(z.string()),
  /** The capital and the profits of all closed trades, less the entry fee of the open position. */
  cash: z.number(),
  /** With the open position at the last closed minute. */
  equity: z.number(),
  /** Largest fall of the equity below its highest value before, 0 to 1. */
  max_drawdown: z.number(),
  trades: z.number(),
  fees: z.number(),
  /** Of holding the same capital since the start, without costs, as a fraction; null before the first minute. */
  holding: z.nullable(z.number()),
  position: z.nullable(paperPositionSchema),
  order: z.nullable(z.enum(PAPER_ORDERS)),
  /** Placed by hand, and waiting. */
  orders: z.array(paperOrderSchema),
  /** The return of its closed trades beside what its backtest leads to expect of as many; null without a backtest. */
  expected: z.nullable(
    z.object({
      backtest_id: z.string(),
      /** Fractions of the capital; 9 of 10 resamples of the backtest's trades lie in the range. */
      reached: z.number(),
      range: z.nullable(z.object({ low: z.number(), high: z.number() })),
      /** Null before the first trade, and after more than are compared. */
      standing: z.nullable(z.enum(['below', 'within', 'above'])),
    }),
  ),
  /** Set while nothing is opened after losses: until when, unix ms of market time. */
  cool_until: z.nullable(timestampSchema),
})
export type Allocation = z.infer<typeof allocationSchema>

/** A paper account. Equity is capital plus the profits, open ones included. */
export const paperAccountSchema = z.object({
  id: z.string(),
  /** Grows with every change of the user's account, also from one account to the next: of two states the greater is the newer. */
  revision: z.int(),
  settings: paperSettingsSchema,
  limits: paperLimitsSchema,
  started_at: timestampSchema,
  /** Set while nothing is traded, until its owner lets it go on. */
  halted: z.nullable(z.object({ at: timestampSchema, reason: z.string() })),
  /** Not allocated to a strategy. */
  free: z.number(),
  equity: z.number(),
  /** At the start of the UTC day of market time; null before the first minute. */
  day_equity: z.nullable(z.number()),
  /** Largest fall below the highest equity, 0 to 1. */
  max_drawdown: z.number(),
  fees: z.number(),
  /** End of the last minute that was traded, unix ms of market time; null before the first. */
  traded_until: z.nullable(timestampSchema),
  /** Those that trade, then those that ended, newest first. */
  allocations: z.array(allocationSchema),
})
export type PaperAccount = z.infer<typeof paperAccountSchema>

/** GET …/paper: the user's own; null before the first start. */
export const paperResponseSchema = z.object({ account: z.nullable(paperAccountSchema) })

/** `journal`: written by the owner. */
export const LEDGER_KINDS = ['deposit', 'open', 'close', 'note', 'journal'] as const

/**
 * A row of the ledger, which is only ever added to. What it adds to cash, to positions at their entry price, to fees, and takes
 * from profit and capital sums to 0 in each row. A note moves nothing: it says why something was not traded, or began or ended.
 */
export const ledgerRowSchema = z.object({
  seq: z.int(),
  /** Market time, unix ms: the opening of the minute. */
  at: timestampSchema,
  kind: z.enum(LEDGER_KINDS),
  allocation_id: z.nullable(z.string()),
  pair: z.nullable(pairSchema),
  /** Of a fill of an order that was placed by hand. */
  order_id: z.nullable(z.string()),
  /** After slippage. */
  price: z.nullable(z.number()),
  quantity: z.nullable(z.number()),
  cash: z.number(),
  position: z.number(),
  fee: z.number(),
  profit: z.number(),
  capital: z.number(),
  text: z.string(),
  /** Of a close: the trade. */
  trade: z.nullable(tradeSchema),
})
export type LedgerRow = z.infer<typeof ledgerRowSchema>

/** GET …/paper/ledger: newest first, those before `before`, of a kind, and of what a strategy traded. */
export const ledgerQuerySchema = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(2 ** 31 - 1))),
  kind: z.optional(z.enum(LEDGER_KINDS)),
  strategy_id: z.optional(z.string().check(z.maxLength(60))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(PAPER.ledgerCap)), PAPER.ledgerPage),
})
export const ledgerResponseSchema = z.object({ rows: z.array(ledgerRowSchema) })

/** GET …/paper/curve: equity at full hours of market time, oldest first. */
export const curveResponseSchema = z.object({
  points: z.array(z.object({ at: timestampSchema, equity: z.number() })),
})

/** POST …/paper: begins an account. One that exists is closed, and stays in the history. */
export const startPaperSchema = z.object({ settings: paperSettingsSchema, limits: paperLimitsSchema })

/** POST …/paper/allocations. */
export const allocateSchema = z.object({
  /** Null to trade by hand. */
  strategy_id: z.nullable(z.string().check(z.maxLength(STRATEGY.maxId))),
  pair: pairSchema,
  capital: z.number().check(z.positive(), z.lte(PAPER.maxCapital)),
  max_drawdown_pct: z._default(percentSchema, null),
  max_daily_loss_pct: z._default(percentSchema, null),
  /** A backtest of that strategy and pair with which its results are compared. */
  backtest_id: z.optional(z.string().check(z.maxLength(STRATEGY.maxId))),
})
export type Allocate = z.input<typeof allocateSchema>

/** The end of an allocation: why, in the owner's words. */
export const reasonSchema = z.object({ reason: z.string().check(z.trim(), z.maxLength(PAPER.maxReason)) })

/** POST …/close: how much of the position, and why. */
export const closeSchema = z.extend(reasonSchema, {
  share_pct: z._default(z.number().check(z.positive(), z.lte(100)), 100),
})

/** POST …/paper/notes: what the owner notes in the ledger. */
export const noteSchema = z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(PAPER.maxNote)) })

/** POST …/paper/halt. */
export const haltSchema = z.object({ close: z.boolean() })

export const changedPaperSchema = z.object({ success: z.literal(true), id: z.string() })
