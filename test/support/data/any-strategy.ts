import * as fc from 'fast-check'
import { STRATEGY } from '#contract/limits.ts'
import { EXCHANGES, PAIR_IDS } from '#contract/pairs.ts'
import { isReadableStream } from '#contract/strategies/catalogue.ts'
import type { ConfluenceRule, CustomStrategy, SignalSource } from '#contract/strategies/definition.ts'
import {
  DATA_PATHS,
  POSITION_UNITS,
  RULE_FUNCTIONS,
  RULE_OPERATORS,
  SOURCE_TYPES,
  STRATEGY_STATUSES,
  STREAM_TIMEFRAMES,
  TRANSFORMATIONS,
} from '#contract/strategies/names.ts'
import type { RiskParameters } from '#contract/strategies/risk.ts'

const STREAMS = ['technical_indicators', 'analysis', 'signals'].flatMap((category) =>
  [
    ...STREAM_TIMEFRAMES,
    'cross_timeframe_analysis',
    'market_structure',
    'consolidated_patterns',
    'support_resistance',
    'divergence',
    'ml_signals',
  ].flatMap((subcategory) => (isReadableStream(category, subcategory) ? [{ category, subcategory }] : [])),
)

const share = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 0.6, 1))
const upTo = (max: number) => fc.double({ min: 0, minExcluded: true, max, noNaN: true })
const optional = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.constantFrom(null, undefined))
const whole = (min: number, max: number) => fc.integer({ min, max })
const name = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .map((text) => (text.trim() === '' ? `${text}x` : text))
const filter = <T>(values: readonly T[]) =>
  fc.option(
    fc.oneof(
      fc.shuffledSubarray(values.slice(0, STRATEGY.maxFilter)),
      fc.array(fc.constantFrom(...values), { maxLength: 4 }),
    ),
  )

const sourceOf = (id: string): fc.Arbitrary<SignalSource> =>
  fc.constantFrom(...STREAMS).chain(({ category, subcategory }) =>
    fc.record({
      id: fc.constant(id),
      name,
      source_type: fc.constantFrom(...SOURCE_TYPES),
      stream_category: fc.constant(category),
      stream_subcategory: fc.constant(subcategory),
      exchange_filter: filter(EXCHANGES),
      symbol_filter: filter(PAIR_IDS),
      timeframe_filter: filter(STREAM_TIMEFRAMES),
      weight_config: fc.record({
        weight: upTo(STRATEGY.maxWeight),
        min_confidence: share,
        max_age_seconds: upTo(STRATEGY.maxAgeS),
        confidence_multiplier: upTo(STRATEGY.maxMultiplier),
        volume_weight: fc.boolean(),
        timeframe_bias: fc.option(
          fc.dictionary(fc.constantFrom(...STREAM_TIMEFRAMES), upTo(STRATEGY.maxMultiplier), { noNullPrototype: true }),
        ),
      }),
      threshold_buy: upTo(1),
      threshold_sell: upTo(1),
      invert_signal: fc.boolean(),
      data_path:
        category === 'technical_indicators' ? optional(fc.constantFrom(...DATA_PATHS)) : optional(fc.constant(null)),
      transformation: optional(fc.constantFrom(...TRANSFORMATIONS)),
    }),
  )

const ruleOf = (id: string, sourceIds: readonly string[]): fc.Arbitrary<ConfluenceRule> =>
  fc
    .tuple(fc.shuffledSubarray([...sourceIds], { minLength: 1 }), fc.constantFrom(...RULE_OPERATORS))
    .chain(([source_ids, operator]) =>
      fc.record({
        id: fc.constant(id),
        name,
        operator: fc.constant(operator),
        source_ids: fc.constant(source_ids),
        minimum_sources: whole(1, source_ids.length),
        minimum_total_weight: share,
        consensus_threshold: share,
        max_time_spread_seconds: fc.oneof(fc.constant(0), upTo(STRATEGY.maxAgeS)),
        custom_function:
          operator === 'custom_function' ? fc.constantFrom(...RULE_FUNCTIONS) : fc.constantFrom(null, undefined),
      }),
    )

const risk: fc.Arbitrary<RiskParameters> = fc.constantFrom(...POSITION_UNITS, undefined).chain((unit) =>
  fc.record({
    max_position_size: optional(upTo(unit === 'pct' ? STRATEGY.maxPosition.maxPct : STRATEGY.maxPosition.maxUsd)),
    ...(unit === undefined ? {} : { max_position_unit: fc.constant(unit) }),
    max_daily_trades: optional(whole(1, STRATEGY.maxDailyTrades)),
    stop_loss_percentage: optional(upTo(99)),
    take_profit_percentage: optional(fc.oneof(fc.constant(0), upTo(STRATEGY.takeProfitMax))),
    min_signal_strength: optional(share),
    signal_cooldown_minutes: optional(whole(0, STRATEGY.cooldownMaxMinutes)),
  }),
)

const ids = fc.uniqueArray(fc.oneof(name, fc.constantFrom('tdp:kraken:BTCUSD:analysis:market_structure')), {
  minLength: STRATEGY.minSources,
  maxLength: 6,
})

/** Any strategy that the contract accepts, with each of its fields. */
export const anyAcceptedStrategy: fc.Arbitrary<CustomStrategy> = fc
  .tuple(ids, fc.uniqueArray(name, { minLength: STRATEGY.minRules, maxLength: 3 }))
  .chain(([sourceIds, ruleIds]) =>
    fc.record({
      id: name,
      name,
      description: fc.string({ maxLength: 30, unit: 'grapheme' }),
      version: fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme-ascii' }),
      status: fc.constantFrom(...STRATEGY_STATUSES),
      exchanges: fc.array(fc.constantFrom(...EXCHANGES), { minLength: 1, maxLength: 2 }),
      symbols: fc.shuffledSubarray([...PAIR_IDS], { minLength: 1, maxLength: 3 }),
      signal_sources: fc.tuple(...sourceIds.map(sourceOf)),
      confluence_rules: fc.tuple(...ruleIds.map((id) => ruleOf(id, sourceIds))),
      risk_parameters: risk,
    }),
  )
