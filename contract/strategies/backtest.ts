import * as z from 'zod/mini'
import { integerString } from '../numeric-strings.ts'
import { STRATEGY } from '../limits.ts'
import { timestampSchema } from '../time.ts'
import { blockSchema } from './trace.ts'

/** POST …/backtest?hours=; the body is that of a custom creation. Nothing is stored. */
export const backtestQuerySchema = z.object({
  hours: z._default(integerString(1, STRATEGY.backtestHours), STRATEGY.backtestHours),
})

export const TOO_FEW_DECISIONS = 'too few decisions to say'
export const MOVE_RESULTS = [
  'better than random',
  'worse than random',
  'no different from random',
  TOO_FEW_DECISIONS,
] as const
export const moveResultSchema = z.enum(MOVE_RESULTS)
export type MoveResult = z.infer<typeof moveResultSchema>

/**
 * Price moves after BUY and SELL decisions, in percent towards the decision's side, compared with the same decisions at random
 * times. `baseline`: the mean, and the range of 95 of 100 random timings; null if it cannot be computed.
 */
export const moveSchema = z.object({
  after_minutes: z.number(),
  /** Decisions after which enough time has passed. */
  decisions: z.number(),
  mean: z.nullable(z.number()),
  baseline: z.nullable(z.object({ mean: z.number(), low: z.number(), high: z.number() })),
  result: moveResultSchema,
})
export type Move = z.infer<typeof moveSchema>

/** The result of a backtest. Shares are 0 to 1. */
export const backtestSchema = z.object({
  symbol: z.string(),
  /** Market time covered, unix ms; both null without data. */
  from: z.nullable(timestampSchema),
  to: z.nullable(timestampSchema),
  hours_asked: z.number(),
  /** Hours with data. */
  hours_covered: z.number(),
  /** Of those, hours recomputed from stored candles instead of read from the streams. */
  hours_recomputed: z.number(),
  evaluations: z.number(),
  /** BUY and SELL. */
  decisions: z.number(),
  decisions_per_hour: z.number(),
  shares: z.object({ BUY: z.number(), SELL: z.number(), HOLD: z.number() }),
  /** How often each rule was not met, most frequent first; `alone`: how often it was the only obstacle. */
  rules: z.array(z.object({ rule_id: z.string(), name: z.string(), blocked: z.number(), alone: z.number() })),
  /** How often each of the other conditions blocked a decision. */
  gates: z.array(z.object({ gate: blockSchema, blocked: z.number() })),
  /** The most frequent blocking rule; null if there was none. */
  blocking_rule: z.nullable(z.object({ rule_id: z.string(), name: z.string() })),
  moves: z.array(moveSchema),
  /** Notes for the user: missing hours, or a pair without a market. */
  notes: z.array(z.string()),
})
export type Backtest = z.infer<typeof backtestSchema>

export const backtestResponseSchema = z.object({ backtest: backtestSchema })
