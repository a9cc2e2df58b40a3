import * as z from 'zod/mini'
import { scoreSchema } from '../payloads/fields.ts'
import { timestampSchema } from '../time.ts'
import { decisionTypeSchema, ruleFunctionSchema, ruleOperatorSchema, streamTimeframeSchema } from './names.ts'

/** Why a source's signal was excluded: there is none yet, it is too old, or its confidence is too low. */
export const DISCARDS = ['no_signal', 'too_old', 'low_confidence'] as const
export const discardSchema = z.enum(DISCARDS)
export type Discard = z.infer<typeof discardSchema>

/** Signed strength, -1 to 1: above 0 favours BUY. */
const valueSchema = z.number().check(z.gte(-1), z.lte(1))

/** A source's signal, and how it was used. */
export const tracedSourceSchema = z.object({
  source_id: z.string(),
  name: z.string(),
  /** Id of the stream entry; null before the first entry and in a backtest. */
  message_id: z.nullable(z.string()),
  /** Market time that the entry refers to, unix ms. */
  as_of: z.nullable(timestampSchema),
  age_seconds: z.nullable(z.number()),
  /** Time between two entries of its stream; 0 in decisions from before it was recorded. The next is due this long after `as_of`. */
  cadence_seconds: z._default(z.number(), 0),
  /** After transformation and inversion; null before the first entry. */
  value: z.nullable(valueSchema),
  /** After the multiplier. */
  confidence: z.nullable(scoreSchema),
  /** After volume and timeframe factors. */
  weight: z.number(),
  /** Coarsest timeframe with a signal; null if the stream covers all. */
  timeframe: z.nullable(streamTimeframeSchema),
  /** HOLD: below its threshold. Null if it was excluded. */
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

/** How long a source's next entry has been due, in seconds: what `max_age_seconds` and a rule's time spread limit. */
export const overdueSeconds = ({
  age_seconds: age,
  cadence_seconds: cadence,
}: Pick<TracedSource, 'age_seconds' | 'cadence_seconds'>): number | null =>
  age === null ? null : Math.max(0, age - cadence)

/**
 * Unmet requirements of a rule. `side`: the operator found no side, for example because the signals of an `and`
 * disagree.
 */
export const SHORTFALLS = ['side', 'minimum_sources', 'minimum_total_weight', 'consensus_threshold'] as const
export const shortfallSchema = z.enum(SHORTFALLS)
export type Shortfall = z.infer<typeof shortfallSchema>

/** A rule: its requirements and the values reached. */
export const tracedRuleSchema = z.object({
  rule_id: z.string(),
  name: z.string(),
  operator: ruleOperatorSchema,
  custom_function: z.nullable(ruleFunctionSchema),
  /** In the order of the rule. `excluded`: why a source was not counted here; `time_spread`: too far behind the newest. */
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
  /** The leading side, met or not; HOLD if there is none. */
  side: decisionTypeSchema,
  /** Empty when the rule is met. */
  unmet: z.array(shortfallSchema),
  strength: scoreSchema,
})
export type TracedRule = z.infer<typeof tracedRuleSchema>

/** Risk gates after the rules. `needed` is null without a limit. */
export const tracedRiskSchema = z.object({
  min_signal_strength: z.object({ needed: z.nullable(z.number()), reached: z.number() }),
  /** Minutes since the last BUY or SELL; `reached` is null if there was none. */
  signal_cooldown_minutes: z.object({ needed: z.nullable(z.number()), reached: z.nullable(z.number()) }),
  /** Earlier BUY and SELL decisions of this UTC day; must be fewer than `needed`. */
  max_daily_trades: z.object({ needed: z.nullable(z.number()), reached: z.number() }),
})
export type TracedRisk = z.infer<typeof tracedRiskSchema>

/** Why there was no BUY or SELL: unmet rules, rules met on different sides, or the risk gates. */
export const BLOCKS = [
  'rules',
  'sides_differ',
  'min_signal_strength',
  'signal_cooldown_minutes',
  'max_daily_trades',
] as const
export const blockSchema = z.enum(BLOCKS)
export type Block = z.infer<typeof blockSchema>

/** All inputs and conclusions of a decision, from which it can be recomputed. */
export const traceSchema = z.object({
  /** Market time of the decision, unix ms. */
  decided_at: timestampSchema,
  symbol: z.string(),
  sources: z.array(tracedSourceSchema),
  rules: z.array(tracedRuleSchema),
  risk: tracedRiskSchema,
  /** What blocked the decision; empty for BUY and SELL. */
  blocked_by: z.array(blockSchema),
})
export type Trace = z.infer<typeof traceSchema>

/** One required change. Applied together, the changes of a nearest miss flip the result. */
export const changeSchema = z.discriminatedUnion('kind', [
  /** The signal that the source would have needed. */
  z.object({
    kind: z.literal('signal'),
    source_id: z.string(),
    value: valueSchema,
    confidence: scoreSchema,
    age_seconds: z.number(),
  }),
  /** Required minutes since the last BUY or SELL. */
  z.object({ kind: z.literal('cooldown'), minutes: z.number() }),
  /** Required number of earlier BUY and SELL decisions today. */
  z.object({ kind: z.literal('daily_trades'), trades: z.number() }),
])
export type Change = z.infer<typeof changeSchema>

/** What would have turned a HOLD into a BUY or SELL. */
export const nearestMissSchema = z.object({
  toward: z.enum(['BUY', 'SELL']),
  /** The changes in one sentence. */
  sentence: z.string(),
  changes: z.array(changeSchema),
})
export type NearestMiss = z.infer<typeof nearestMissSchema>
