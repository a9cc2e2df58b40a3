import * as z from 'zod/mini'
import { scoreSchema } from '../analysis/fields.ts'
import { timestampSchema } from '../time.ts'
import { decisionTypeSchema, ruleFunctionSchema, ruleOperatorSchema, streamTimeframeSchema } from './names.ts'

/** Why a source's signal was not used: nothing came yet, it is too old, or below the least confidence. */
export const DISCARDS = ['no_signal', 'too_old', 'low_confidence'] as const
export const discardSchema = z.enum(DISCARDS)
export type Discard = z.infer<typeof discardSchema>

/** Upwards and downwards strength in one figure, -1 to 1: above 0 speaks for BUY. */
const valueSchema = z.number().check(z.gte(-1), z.lte(1))

/** What one source said, and what became of it. */
export const tracedSourceSchema = z.object({
  source_id: z.string(),
  name: z.string(),
  /** Entry of the stream that was read; null when nothing came yet, and in a rehearsal. */
  message_id: z.nullable(z.string()),
  /** Market time that the entry speaks of, unix ms. */
  as_of: z.nullable(timestampSchema),
  age_seconds: z.nullable(z.number()),
  /** After transformation and inversion; null when nothing came yet. */
  value: z.nullable(valueSchema),
  /** After the multiplier. */
  confidence: z.nullable(scoreSchema),
  /** After volume and timeframe factors. */
  weight: z.number(),
  /** Coarsest timeframe that spoke, null when the stream speaks for all. */
  timeframe: z.nullable(streamTimeframeSchema),
  /** HOLD: undecided, below its threshold. Null when it was thrown out. */
  vote: z.nullable(decisionTypeSchema),
  discarded: z.nullable(discardSchema),
  needed: z.object({
    threshold_buy: z.number(),
    threshold_sell: z.number(),
    min_confidence: z.number(),
    max_age_seconds: z.number(),
  }),
})
export type TracedSource = z.infer<typeof tracedSourceSchema>

/** What a rule can lack. `side`: the operator saw no side, as when signals of an `and` disagree. */
export const SHORTFALLS = ['side', 'minimum_sources', 'minimum_total_weight', 'consensus_threshold'] as const
export const shortfallSchema = z.enum(SHORTFALLS)
export type Shortfall = z.infer<typeof shortfallSchema>

/** One rule: what it needed and what it reached. */
export const tracedRuleSchema = z.object({
  rule_id: z.string(),
  name: z.string(),
  operator: ruleOperatorSchema,
  custom_function: z.nullable(ruleFunctionSchema),
  /** In the order of the rule. `excluded` says why a source was not counted here; `time_spread`: too far behind the newest. */
  inputs: z.array(z.object({ source_id: z.string(), excluded: z.nullable(z.enum([...DISCARDS, 'time_spread'])) })),
  needed: z.object({
    minimum_sources: z.number(),
    minimum_total_weight: z.number(),
    consensus_threshold: z.number(),
    max_time_spread_seconds: z.number(),
  }),
  /** On the leading side. `average`: of a weighted_average, signed. */
  reached: z.object({
    sources: z.number(),
    total_weight: z.number(),
    consensus: z.number(),
    average: z.nullable(z.number()),
  }),
  /** The side that leads, met or not; HOLD when none does. */
  side: decisionTypeSchema,
  /** Empty when the rule is met. */
  unmet: z.array(shortfallSchema),
  strength: scoreSchema,
})
export type TracedRule = z.infer<typeof tracedRuleSchema>

/** Gates after the rules. `needed` null: no such limit. */
export const tracedRiskSchema = z.object({
  min_signal_strength: z.object({ needed: z.nullable(z.number()), reached: z.number() }),
  /** Minutes since the last BUY or SELL; `reached` null when there was none. */
  signal_cooldown_minutes: z.object({ needed: z.nullable(z.number()), reached: z.nullable(z.number()) }),
  /** BUY and SELL decisions of this UTC day before this one: fewer than needed. */
  max_daily_trades: z.object({ needed: z.nullable(z.number()), reached: z.number() }),
})
export type TracedRisk = z.infer<typeof tracedRiskSchema>

/** Why there was no BUY or SELL, apart from single rules: rules met on different sides, and the gates. */
export const BLOCKS = [
  'rules',
  'sides_differ',
  'min_signal_strength',
  'signal_cooldown_minutes',
  'max_daily_trades',
] as const
export const blockSchema = z.enum(BLOCKS)
export type Block = z.infer<typeof blockSchema>

/** Everything a decision was made of: the outcome can be computed again from this alone. */
export const traceSchema = z.object({
  /** Market time of the decision, unix ms. */
  decided_at: timestampSchema,
  symbol: z.string(),
  sources: z.array(tracedSourceSchema),
  rules: z.array(tracedRuleSchema),
  risk: tracedRiskSchema,
  /** What stood in the way, empty for BUY and SELL. */
  blocked_by: z.array(blockSchema),
})
export type Trace = z.infer<typeof traceSchema>

/** One thing that would have to be otherwise. Applied all together, the changes of a nearest miss flip the result. */
export const changeSchema = z.discriminatedUnion('kind', [
  /** The source would have to say this, this fresh and this surely. */
  z.object({
    kind: z.literal('signal'),
    source_id: z.string(),
    value: valueSchema,
    confidence: scoreSchema,
    age_seconds: z.number(),
  }),
  /** The last BUY or SELL would have to be this long ago. */
  z.object({ kind: z.literal('cooldown'), minutes: z.number() }),
  /** There would have to be this many BUY and SELL today before. */
  z.object({ kind: z.literal('daily_trades'), trades: z.number() }),
])
export type Change = z.infer<typeof changeSchema>

/** What a HOLD was nearest to. */
export const nearestMissSchema = z.object({
  toward: z.enum(['BUY', 'SELL']),
  /** The changes in one sentence. */
  sentence: z.string(),
  changes: z.array(changeSchema),
})
export type NearestMiss = z.infer<typeof nearestMissSchema>
