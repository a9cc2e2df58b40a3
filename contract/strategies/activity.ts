import * as z from 'zod/mini'
import { scoreSchema } from '../payloads/fields.ts'
import { marketKindSchema } from '../provenance.ts'
import { timestampSchema } from '../time.ts'
import { decisionTypeSchema } from './names.ts'

const percent = z.number().check(z.gte(0), z.lte(100))

/** Live metrics of a strategy, on the market that the server runs on. */
export const strategyActivitySchema = z.object({
  total_signals: z.number(),
  /** Within the last five minutes of market time. */
  recent_signals: z.number(),
  /** The type and why it was made, in one line, are absent from services that do not report them. */
  last_decision: z.nullable(
    z.object({
      timestamp: timestampSchema,
      decision_type: z.optional(decisionTypeSchema),
      why: z.optional(z.string()),
    }),
  ),
  performance_metrics: z.object({
    /** Over the last five minutes. */
    signals_per_minute: z.number(),
    /** Null before the first signal. */
    avg_confidence: z.nullable(scoreSchema),
    decisions_generated: z.number(),
    /** Percent of all decisions; all 0 before the first. */
    decision_distribution: z.object({ BUY: percent, SELL: percent, HOLD: percent }),
  }),
})
export type StrategyActivity = z.infer<typeof strategyActivitySchema>

export const strategyActivityResponseSchema = z.object({ performance: strategyActivitySchema })

/** GET /api/ensemble/metrics: the user's own strategies, and the evaluator. */
export const strategyMetricsSchema = z.object({
  strategies: z.object({
    total: z.number(),
    active: z.number(),
    paused: z.number(),
    stopped: z.number(),
    testing: z.number(),
  }),
  decisions: z.object({ BUY: z.number(), SELL: z.number(), HOLD: z.number() }),
  signals: z.number(),
  evaluator: z.object({
    /** Evaluations since the start, of all active strategies. */
    evaluations: z.number(),
    /** Latest and longest time to evaluate all active strategies of a pair, in ms. Null before the first. */
    last_ms: z.nullable(z.number()),
    longest_ms: z.nullable(z.number()),
    /** Decisions not yet written to the database. */
    unwritten: z.number(),
    failures: z.number(),
  }),
})
export type StrategyMetrics = z.infer<typeof strategyMetricsSchema>

/** GET /api/ensemble/health. */
export const strategyHealthSchema = z.object({
  status: z.enum(['healthy', 'warming_up', 'degraded']),
  market: marketKindSchema,
  active_strategies: z.number(),
  /** Latest evaluation per pair, unix ms of market time. */
  pairs: z.array(z.object({ symbol: z.string(), evaluated_until: z.nullable(timestampSchema) })),
  /** Error messages for users. */
  errors: z.array(z.string()),
})
export type StrategyHealth = z.infer<typeof strategyHealthSchema>
