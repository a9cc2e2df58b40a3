import * as z from 'zod/mini'
import { scoreSchema } from '../payloads/fields.ts'
import { timestampSchema } from '../time.ts'
import { decisionTypeSchema, streamTimeframeSchema } from './names.ts'
import { nearestMissSchema, traceSchema } from './trace.ts'
import { versionNumberSchema } from './versions.ts'

/** A decision. `id` is unique within its strategy; `timestamp` is market time in unix ms. */
export const decisionSchema = z.object({
  id: z.string(),
  symbol: z.string(),
  decision_type: decisionTypeSchema,
  /** The confidence of the weakest rule; 0 for a HOLD without any support. */
  confidence: scoreSchema,
  strength: scoreSchema,
  timestamp: timestampSchema,
  /** The version of the strategy that decided. */
  version_number: z._default(versionNumberSchema, 1),
})
export type Decision = z.infer<typeof decisionSchema>

/** GET …/decision?version_number=: the newest, or the newest of one version; null before the first. */
export const decisionResponseSchema = z.object({ decision: z.nullable(decisionSchema) })

/** What the price did after a decision, in percent of the price then; null while it is not known, or no longer. */
const laterPriceSchema = z.object({ after_minutes: z.number(), change: z.nullable(z.number()) })

/** A decision with its consequences. Absent from services that do not report them. */
export const pastDecisionSchema = z.extend(decisionSchema, {
  /** Close of the newest minute at the decision; null if its candle is no longer stored. */
  price: z._default(z.nullable(z.number()), null),
  /** 15 and 60 minutes later. */
  later: z._default(z.array(laterPriceSchema), []),
})
export type PastDecision = z.infer<typeof pastDecisionSchema>

/** A close, at the end of its minute in unix ms of market time. */
export const pricePointSchema = z.object({ at: timestampSchema, price: z.number() })
export type PricePoint = z.infer<typeof pricePointSchema>

/** GET …/decisions?limit=&type=&hours=&version_number=: newest first, with the prices of their pair since the oldest of them. */
export const decisionsResponseSchema = z.object({
  decisions: z.array(pastDecisionSchema),
  /** Oldest first, evenly thinned out. */
  prices: z._default(z.array(pricePointSchema), []),
})
export type PastDecisions = z.infer<typeof decisionsResponseSchema>

/** GET …/decisions/{decisionId}/why. `nearest_miss` for a HOLD only. */
export const whyResponseSchema = z.object({
  decision: decisionSchema,
  trace: traceSchema,
  nearest_miss: z.nullable(nearestMissSchema),
})
export type Why = z.infer<typeof whyResponseSchema>

/**
 * POST …/evaluate: evaluates the strategy on the latest entries of its streams, in any status. It is not stored and does not
 * affect the cooldown. `decision` is null, with a reason, if none of its streams has an entry.
 */
export const evaluateResponseSchema = z.object({
  success: z.literal(true),
  strategy_id: z.string(),
  decision: z.nullable(decisionSchema),
  trace: z.nullable(traceSchema),
  nearest_miss: z.nullable(nearestMissSchema),
  reason: z.optional(z.string()),
})
export type EvaluateResponse = z.infer<typeof evaluateResponseSchema>

/** A usable signal of a source. `value` above 0 favours BUY. */
export const strategySignalSchema = z.object({
  source_id: z.string(),
  source_name: z.string(),
  symbol: z.string(),
  value: z.number(),
  strength: scoreSchema,
  confidence: scoreSchema,
  vote: decisionTypeSchema,
  timeframe: z.nullable(streamTimeframeSchema),
  timestamp: timestampSchema,
})
export type StrategySignal = z.infer<typeof strategySignalSchema>

/** GET …/signals?limit=: newest first. */
export const signalsResponseSchema = z.object({ signals: z.array(strategySignalSchema) })
