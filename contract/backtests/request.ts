import * as z from 'zod/mini'
import { BACKTEST, STRATEGY } from '../limits.ts'
import { pairSchema } from '../pairs.ts'
import { customStrategySchema } from '../strategies/definition.ts'
import { versionNumberSchema } from '../strategies/versions.ts'
import { timestampSchema } from '../time.ts'

const DAY_MS = 86_400_000

export const backtestNameSchema = z.string().check(
  z.maxLength(BACKTEST.maxName),
  z.refine((name) => name.trim() !== '', { error: 'must not be blank' }),
)

/** What is tested: a draft as it stands, a strategy that the user may read, or a template. */
export const backtestSubjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('draft'), definition: customStrategySchema }),
  z.object({
    kind: z.literal('strategy'),
    strategy_id: z.string().check(z.maxLength(STRATEGY.maxId)),
    /** The present one by default. */
    version_number: z.optional(versionNumberSchema),
  }),
  z.object({ kind: z.literal('template'), template_id: z.string().check(z.maxLength(STRATEGY.maxId)) }),
])
export type BacktestSubject = z.infer<typeof backtestSubjectSchema>

/** What a fill costs beside the fee: half of the spread, and a share of the range of its minute. */
export const slippageSchema = z.object({
  /** In percent of the price. */
  half_spread_pct: z.number().check(z.nonnegative(), z.lte(BACKTEST.halfSpread.max)),
  /** Of high minus low, 0 to 1. */
  range_share: z.number().check(z.nonnegative(), z.lte(BACKTEST.rangeShare.max)),
})

/** How trades are simulated ([rules](docs/rules/backtests.md)). */
export const backtestSettingsSchema = z.object({
  pair: pairSchema,
  /** Id of the data set. */
  data_set: z.string().check(z.maxLength(STRATEGY.maxId)),
  /** The span, unix ms: minutes that opened at or after `from` and closed at or before `to`. */
  from: timestampSchema,
  to: timestampSchema,
  /** Starting capital in dollars. */
  capital: z.number().check(z.gte(BACKTEST.capital.min), z.lte(BACKTEST.capital.max)),
  /** In percent of the value of each fill. */
  fee_pct: z.number().check(z.nonnegative(), z.lte(BACKTEST.fee.max)),
  slippage: slippageSchema,
  /** Whether a SELL opens a short position when none is open. Without it, a SELL only closes a long one. */
  allow_short: z.boolean(),
})
export type BacktestSettings = z.infer<typeof backtestSettingsSchema>

/** POST /api/ensemble/backtests. */
export const backtestRequestSchema = z
  .object({ name: backtestNameSchema, subject: backtestSubjectSchema, settings: backtestSettingsSchema })
  .check(
    z.refine(
      ({ settings: { from, to } }) => to - from >= BACKTEST.minDays * DAY_MS && to - from <= BACKTEST.maxDays * DAY_MS,
      {
        path: ['settings', 'to'],
        error: `must be ${BACKTEST.minDays} to ${BACKTEST.maxDays} days after the start`,
      },
    ),
  )
export type BacktestRequest = z.infer<typeof backtestRequestSchema>
