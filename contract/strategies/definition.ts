import * as z from 'zod/mini'
import { INDICATOR_CATEGORY } from '../payloads/streams.ts'
import { scoreSchema } from '../payloads/fields.ts'
import { STRATEGY } from '../limits.ts'
import { exchangeSchema, pairSchema } from '../pairs.ts'
import { isReadableStream } from './catalogue.ts'
import {
  dataPathSchema,
  ruleFunctionSchema,
  ruleOperatorSchema,
  sourceTypeSchema,
  strategyStatusSchema,
  streamTimeframeSchema,
  transformationSchema,
} from './names.ts'
import { RISK_BOUNDS, riskParametersSchema } from './risk.ts'

const idSchema = z.string().check(z.minLength(1), z.maxLength(STRATEGY.maxId))
export const strategyNameSchema = z.string().check(
  z.maxLength(STRATEGY.maxName),
  z.refine((name) => name.trim() !== '', { error: 'must not be blank' }),
)

/** Weight and usability of a source's signals. */
export const weightConfigSchema = z.object({
  /** Relative to the other sources of a rule; 0.1 to 2 in the wizard. */
  weight: z.number().check(z.positive(), z.lte(STRATEGY.maxWeight)),
  /** Signals below this confidence (after the multiplier) are excluded. */
  min_confidence: scoreSchema,
  /** Signals are excluded when the next entry of their stream has been due for longer than this. */
  max_age_seconds: z.number().check(z.positive(), z.lte(STRATEGY.maxAgeS)),
  /** Multiplies the confidence; the product is at most 1. */
  confidence_multiplier: z.number().check(z.positive(), z.lte(STRATEGY.maxMultiplier)),
  /** Scales the weight with the traded volume relative to the usual one, by 0.5 to 1.5. */
  volume_weight: z.boolean(),
  /** Weight factor per timeframe of the signal; null for none. */
  timeframe_bias: z.nullable(
    z.partialRecord(streamTimeframeSchema, z.number().check(z.positive(), z.lte(STRATEGY.maxMultiplier))),
  ),
})
export type WeightConfig = z.infer<typeof weightConfigSchema>

/** A stream that a strategy subscribes to. Filters: null or empty allows everything. */
export const signalSourceSchema = z
  .object({
    id: idSchema,
    name: strategyNameSchema,
    source_type: sourceTypeSchema,
    stream_category: z.string().check(z.maxLength(STRATEGY.maxId)),
    stream_subcategory: z.string().check(z.maxLength(STRATEGY.maxId)),
    exchange_filter: z.nullable(z.array(exchangeSchema).check(z.maxLength(STRATEGY.maxFilter))),
    symbol_filter: z.nullable(z.array(pairSchema).check(z.maxLength(STRATEGY.maxFilter))),
    timeframe_filter: z.nullable(z.array(streamTimeframeSchema).check(z.maxLength(STRATEGY.maxFilter))),
    weight_config: weightConfigSchema,
    /** Strength from which an upward signal votes BUY, a downward one SELL. */
    threshold_buy: z.number().check(z.positive(), z.lte(1)),
    threshold_sell: z.number().check(z.positive(), z.lte(1)),
    /** Swaps up and down. */
    invert_signal: z.boolean(),
    data_path: z.nullish(dataPathSchema),
    transformation: z.nullish(transformationSchema),
  })
  .check(
    z.refine(({ stream_category, stream_subcategory }) => isReadableStream(stream_category, stream_subcategory), {
      path: ['stream_subcategory'],
      error: 'is not a stream that a strategy can read',
    }),
    z.refine(
      ({ data_path, stream_category }) => (data_path ?? null) === null || stream_category === INDICATOR_CATEGORY,
      {
        path: ['data_path'],
        error: 'is for technical indicators only',
      },
    ),
  )
export type SignalSource = z.infer<typeof signalSourceSchema>

/** A condition on several sources. A strategy acts when all of its rules are met on the same side. */
export const confluenceRuleSchema = z
  .object({
    id: idSchema,
    name: strategyNameSchema,
    operator: ruleOperatorSchema,
    source_ids: z.array(idSchema).check(z.minLength(1), z.maxLength(STRATEGY.maxSources)),
    /** Number of signals that must vote for the side. */
    minimum_sources: z.number().check(z.int(), z.gte(1)),
    /** Weight of the counted signals as a share of the weight of all assigned sources. */
    minimum_total_weight: scoreSchema,
    /** Weight x confidence of the signals on the side, relative to the weight of those considered. */
    consensus_threshold: scoreSchema,
    /** Signals whose next entry has been due for longer than that of the rule's newest, by more than this, are not counted. */
    max_time_spread_seconds: z.number().check(z.nonnegative(), z.lte(STRATEGY.maxAgeS)),
    custom_function: z.nullish(ruleFunctionSchema),
  })
  .check(
    z.refine(({ source_ids }) => new Set(source_ids).size === source_ids.length, {
      path: ['source_ids'],
      error: 'must not name a source twice',
    }),
    z.refine(({ minimum_sources, source_ids }) => minimum_sources <= source_ids.length, {
      path: ['minimum_sources'],
      error: 'must not be greater than the number of assigned sources',
    }),
    z.refine(
      ({ operator, custom_function }) => (operator === 'custom_function') === ((custom_function ?? null) !== null),
      {
        path: ['custom_function'],
        error: 'is needed by the operator custom_function, and by no other',
      },
    ),
  )
export type ConfluenceRule = z.infer<typeof confluenceRuleSchema>

/** Sources, rules and risk limits of a strategy, without its metadata. */
export const strategyPartsSchema = z.object({
  signal_sources: z.array(signalSourceSchema).check(
    z.minLength(STRATEGY.minSources, `must have at least ${STRATEGY.minSources} sources`),
    z.maxLength(STRATEGY.maxSources, `must have at most ${STRATEGY.maxSources} sources`),
    z.refine((sources) => new Set(sources.map(({ id }) => id)).size === sources.length, {
      error: 'must have different ids',
    }),
  ),
  confluence_rules: z.array(confluenceRuleSchema).check(
    z.minLength(STRATEGY.minRules, 'must have at least one rule'),
    z.maxLength(STRATEGY.maxRules, `must have at most ${STRATEGY.maxRules} rules`),
    z.refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, { error: 'must have different ids' }),
  ),
  risk_parameters: riskParametersSchema,
})
export type StrategyParts = z.infer<typeof strategyPartsSchema>

/** A strategy as stored and exported. Those created before a bound existed may exceed it. */
export const storedStrategySchema = z
  .extend(strategyPartsSchema, {
    /** `custom_{timestamp}`: bodies of one user with the same id create one strategy. The service assigns its own id. */
    id: idSchema,
    name: strategyNameSchema,
    description: z.string().check(z.maxLength(STRATEGY.maxDescription)),
    version: z.string().check(z.minLength(1), z.maxLength(20)),
    status: strategyStatusSchema,
    exchanges: z.array(exchangeSchema).check(z.minLength(1), z.maxLength(STRATEGY.maxFilter)),
    symbols: z.array(pairSchema).check(
      z.minLength(1),
      z.maxLength(STRATEGY.maxFilter),
      z.refine((symbols) => new Set(symbols).size === symbols.length, { error: 'must not name a pair twice' }),
    ),
  })
  .check(
    z.refine(
      ({ signal_sources, confluence_rules }) => {
        const known = new Set(signal_sources.map(({ id }) => id))
        return confluence_rules.every(({ source_ids }) => source_ids.every((id) => known.has(id)))
      },
      { path: ['confluence_rules'], error: 'must only use sources of the strategy' },
    ),
  )
export type CustomStrategy = z.infer<typeof storedStrategySchema>

/** Body of POST /api/ensemble/strategies/custom and of a backtest, and the format of an import. */
export const customStrategySchema = storedStrategySchema.check(
  ...RISK_BOUNDS.map(({ field, holds, error }) =>
    z.refine<CustomStrategy>(({ risk_parameters: risk }) => holds(risk), { path: ['risk_parameters', field], error }),
  ),
)
