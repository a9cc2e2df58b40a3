import * as z from 'zod/mini'
import { integerString } from '../numeric-strings.ts'
import { STRATEGY } from '../limits.ts'
import { timestampSchema } from '../time.ts'
import { blockSchema } from './trace.ts'

/** POST …/rehearse?hours=; the body is that of the custom creation. Nothing is stored. */
export const backtestQuerySchema = z.object({
  hours: z._default(integerString(1, STRATEGY.backtestHours), STRATEGY.backtestHours),
})

export const TOO_FEW_DECISIONS = 'too few decisions to say'
export const MOVE_VERDICTS = [
  'better than random',
  'worse than random',
  'no different from random',
  TOO_FEW_DECISIONS,
] as const
export const moveVerdictSchema = z.enum(MOVE_VERDICTS)
export type MoveVerdict = z.infer<typeof moveVerdictSchema>

/**
 * Where the price went after BUY and SELL decisions, in percent towards the decision's side, against the same decisions at
 * random times. `baseline`: mean, and the range in which 95 of 100 random timings lie; null when there is none to compute.
 */
export const moveSchema = z.object({
  after_minutes: z.number(),
  /** Decisions whose time is up. */
  decisions: z.number(),
  mean: z.nullable(z.number()),
  baseline: z.nullable(z.object({ mean: z.number(), low: z.number(), high: z.number() })),
  verdict: moveVerdictSchema,
})
export type Move = z.infer<typeof moveSchema>

/** What a strategy would have decided. Shares are 0 to 1. */
export const backtestSchema = z.object({
  symbol: z.string(),
  /** Market time covered, unix ms; both null when there was nothing to rehearse on. */
  from: z.nullable(timestampSchema),
  to: z.nullable(timestampSchema),
  hours_asked: z.number(),
  /** Hours that entries were there for. */
  hours_covered: z.number(),
  /** Of those, hours whose entries were computed again from stored candles rather than kept from the streams. */
  hours_recomputed: z.number(),
  evaluations: z.number(),
  /** BUY and SELL. */
  decisions: z.number(),
  decisions_per_hour: z.number(),
  shares: z.object({ BUY: z.number(), SELL: z.number(), HOLD: z.number() }),
  /** How often each rule was not met, most often first; `alone`: when it was the only thing in the way. */
  rules: z.array(z.object({ rule_id: z.string(), name: z.string(), blocked: z.number(), alone: z.number() })),
  /** How often anything else stood in the way. */
  gates: z.array(z.object({ gate: blockSchema, blocked: z.number() })),
  /** The rule that blocked most; null when none did. */
  blocking_rule: z.nullable(z.object({ rule_id: z.string(), name: z.string() })),
  moves: z.array(moveSchema),
  /** What the reader should know: hours that are missing, a pair without a market. */
  notes: z.array(z.string()),
})
export type Backtest = z.infer<typeof backtestSchema>

export const backtestResponseSchema = z.object({ rehearsal: backtestSchema })
