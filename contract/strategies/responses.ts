import * as z from 'zod/mini'
import { STRATEGY } from '../limits.ts'
import { exchangeSchema, pairSchema } from '../pairs.ts'
import { timestampSchema } from '../time.ts'
import { confluenceRuleSchema, signalSourceSchema, strategyNameSchema } from './definition.ts'
import { pauseReasonSchema, strategyStatusSchema } from './names.ts'
import { riskParametersSchema } from './risk.ts'
import { strategyActivitySchema } from './activity.ts'
import { templateResultSchema, triedTemplateSchema } from './template-results.ts'
import { versionNumberSchema } from './versions.ts'

/** A strategy in the list; sources and rules are counts. Times are unix ms. */
export const strategySummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  exchanges: z.array(z.string()),
  symbols: z.array(z.string()),
  status: strategyStatusSchema,
  /** Set while it is paused by the server rather than its owner. */
  paused_because: z.optional(pauseReasonSchema),
  /** The present version. */
  version_number: z._default(versionNumberSchema, 1),
  /** Set while it is archived. */
  archived_at: z.optional(timestampSchema),
  /** The username of its owner, if that is another user. */
  shared_by: z.optional(z.string()),
  /** Whether others may read it; of the user's own. */
  is_shared: z.optional(z.boolean()),
  signal_sources: z.number(),
  confluence_rules: z.number(),
  created_at: timestampSchema,
})
export type StrategySummary = z.infer<typeof strategySummarySchema>

/** GET /api/ensemble/strategies: the user's own, then those shared with them, each newest first. */
export const strategiesResponseSchema = z.object({ strategies: z.array(strategySummarySchema) })

/** A complete strategy. `created_by` is the user's id; `backtest_results` is always null. */
export const strategySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.string(),
  signal_sources: z.array(signalSourceSchema),
  confluence_rules: z.array(confluenceRuleSchema),
  risk_parameters: riskParametersSchema,
  status: strategyStatusSchema,
  /** As in the list. */
  paused_because: z.optional(pauseReasonSchema),
  version_number: z._default(versionNumberSchema, 1),
  archived_at: z.optional(timestampSchema),
  shared_by: z.optional(z.string()),
  exchanges: z.array(z.string()),
  symbols: z.array(z.string()),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  created_by: z.string(),
  backtest_results: z.null(),
  live_performance: z.nullable(strategyActivitySchema),
})
export type Strategy = z.infer<typeof strategySchema>

/** GET /api/ensemble/strategies/{id}. */
export const strategyResponseSchema = z.object({ strategy: strategySchema })

/** Response of both creations. */
export const createdStrategySchema = z.object({ strategy_id: z.string() })

/** Responses of a status change and of a deletion; a deleted strategy has no status. */
export const statusResponseSchema = z.object({
  success: z.literal(true),
  status: strategyStatusSchema,
  strategy_id: z.string(),
})
export const deletedResponseSchema = z.object({ success: z.literal(true), strategy_id: z.string() })

/** PATCH /api/ensemble/strategies/{id}, and its response. */
export const renameSchema = z.object({ name: strategyNameSchema })
export const renamedResponseSchema = z.object({
  success: z.literal(true),
  strategy_id: z.string(),
  name: z.string(),
})

/** PATCH …/archive, and its response. */
export const archiveSchema = z.object({ archived: z.boolean() })
export const archivedResponseSchema = z.object({
  success: z.literal(true),
  strategy_id: z.string(),
  archived: z.boolean(),
})

/** PATCH …/status?status=. Also read from a JSON body if the query has none. */
export const statusQuerySchema = z.object({ status: strategyStatusSchema })

/** Header of both creations: the same key with the same body returns the first response, with another body 409. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
export const idempotencyKeySchema = z
  .string()
  .check(z.regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces'), z.maxLength(STRATEGY.maxKey))
export const creationHeadersSchema = z.object({ [IDEMPOTENCY_HEADER]: z.optional(idempotencyKeySchema) })

export const COMPLEXITIES = ['Low', 'Medium', 'High'] as const

/** A strategy without name, exchange and pair. The optional fields are for the preview. */
export const strategyTemplateSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  signal_sources_count: z.number(),
  complexity: z.enum(COMPLEXITIES),
  recommended_for: z.array(z.string()),
  signal_sources: z.optional(z.array(signalSourceSchema)),
  confluence_rules: z.optional(z.array(confluenceRuleSchema)),
  risk_parameters: z.optional(riskParametersSchema),
  result: z.optional(templateResultSchema),
})
export type StrategyTemplate = z.infer<typeof strategyTemplateSchema>

/** GET /api/ensemble/templates, by what their backtests returned, and those that were tried but are not offered. */
export const templatesResponseSchema = z.object({
  templates: z.array(strategyTemplateSchema),
  tried: z._default(z.array(triedTemplateSchema), []),
})
export type Templates = z.infer<typeof templatesResponseSchema>

export const NAME_REQUIRED = 'Strategy name is required'

/** Body of POST …/from-template/{templateId}. */
export const fromTemplateSchema = z.object({
  name: z.string(NAME_REQUIRED).check(
    z.refine((name) => name.trim() !== '', { error: NAME_REQUIRED }),
    z.maxLength(STRATEGY.maxName),
  ),
  exchange: exchangeSchema,
  trading_pair: pairSchema,
})
export type FromTemplate = z.infer<typeof fromTemplateSchema>
