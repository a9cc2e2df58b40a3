import * as fc from 'fast-check'
import type { ConfluenceRule, CustomStrategy, SignalSource } from '#contract/strategies/definition.ts'
import { RULE_FUNCTIONS, RULE_OPERATORS, STREAM_TIMEFRAMES, TRANSFORMATIONS } from '#contract/strategies/names.ts'
import type { TradeHistory } from '#server/strategies/evaluator/evaluate.ts'
import type { MarketState } from '#server/strategies/evaluator/market-state.ts'
import type { StreamSignal } from '#server/strategies/signal-extractors/stream-signal.ts'
import { NOON, marketStateOf, streamSignal, ruleOver, sourceOn, strategyBody } from './strategies.ts'

const STREAMS = [
  ...STREAM_TIMEFRAMES.map((timeframe) => `technical_indicators:${timeframe}`),
  'analysis:cross_timeframe_analysis',
  'analysis:market_structure',
  'analysis:consolidated_patterns',
  'analysis:support_resistance',
  'signals:ml_signals',
]

/** Ratios in hundredths, some in between, and more of the limits than by chance. */
const share = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((n) => n / 100),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(0, 0.5, 0.6, 1),
)
const above = share.map((value) => Math.max(0.01, value))

const source = (id: string): fc.Arbitrary<SignalSource> =>
  fc
    .record({
      stream: fc.constantFrom(...STREAMS),
      threshold_buy: above,
      threshold_sell: above,
      invert_signal: fc.boolean(),
      transformation: fc.option(fc.constantFrom(...TRANSFORMATIONS)),
      timeframe_filter: fc.option(fc.subarray([...STREAM_TIMEFRAMES])),
      config: fc.record({
        weight: fc.integer({ min: 1, max: 20 }).map((n) => n / 10),
        min_confidence: share,
        max_age_seconds: fc.constantFrom(30, 60, 300, 4_000),
        confidence_multiplier: fc.constantFrom(0.5, 1, 1, 1, 1.5),
        volume_weight: fc.boolean(),
        timeframe_bias: fc.option(fc.constant({ m5: 1.5, h1: 0.5 })),
      }),
    })
    .map(({ stream, ...given }) => sourceOn(stream, { id, name: `Source ${id}`, ...given }))

const rule = (id: string, sourceIds: readonly string[]): fc.Arbitrary<ConfluenceRule> =>
  fc
    .record({
      sources: fc.subarray([...sourceIds], { minLength: 1 }),
      operator: fc.constantFrom(...RULE_OPERATORS),
      custom: fc.constantFrom(...RULE_FUNCTIONS),
      minimum: fc.double({ min: 0, max: 1, noNaN: true }),
      minimum_total_weight: share,
      consensus_threshold: share,
      max_time_spread_seconds: fc.constantFrom(0, 60, 600, 4_000),
    })
    .map(({ sources, operator, custom, minimum, ...needed }) =>
      ruleOver(sources, {
        ...needed,
        id,
        name: `Rule ${id}`,
        operator,
        minimum_sources: 1 + Math.floor(minimum * (sources.length - 1)),
        custom_function: operator === 'custom_function' ? custom : null,
      }),
    )

/** Any strategy that the contract lets through. */
export const anyStrategy: fc.Arbitrary<CustomStrategy> = fc.integer({ min: 2, max: 6 }).chain((count) => {
  const ids = Array.from({ length: count }, (_, n) => `s${n}`)
  return fc
    .record({
      sources: fc.tuple(...ids.map(source)),
      rules: fc
        .integer({ min: 1, max: 3 })
        .chain((n) => fc.tuple(...Array.from({ length: n }, (_, k) => rule(`r${k}`, ids)))),
      min_signal_strength: fc.option(share),
      signal_cooldown_minutes: fc.option(fc.integer({ min: 0, max: 60 })),
      max_daily_trades: fc.option(fc.integer({ min: 1, max: 5 })),
    })
    .map(({ sources, rules, ...risk }) =>
      strategyBody({
        signal_sources: sources,
        confluence_rules: rules,
        risk_parameters: { ...strategyBody().risk_parameters, ...risk },
      }),
    )
})

/** Mostly of one mind, or decisions would be too rare to be tested. */
const signalValue = (lean: number) =>
  fc.record({
    score: fc.oneof(
      { weight: 3, arbitrary: share.map((value) => lean * value) },
      { weight: 1, arbitrary: fc.double({ min: -1, max: 1, noNaN: true }) },
    ),
    confidence: fc.oneof(share, fc.constant(1)),
  })

const anyStreamSignal = (lean: number): fc.Arbitrary<StreamSignal> =>
  fc
    .record({
      all: fc.option(signalValue(lean), { nil: undefined, freq: 8 }),
      byTimeframe: fc.dictionary(fc.constantFrom(...STREAM_TIMEFRAMES), signalValue(lean), { maxKeys: 4 }),
      age: fc.oneof(fc.constant(0), fc.constantFrom(30, 60, 90, 300, 301, 361, 3_600, 7_200)),
    })
    .map(({ all, byTimeframe, age }) => streamSignal(all, { byTimeframe, asOf: NOON - age * 1000 }))

/** Any picture of the market at `NOON`. */
export const anyMarketState: fc.Arbitrary<MarketState> = fc.constantFrom(1, -1).chain((lean) =>
  fc
    .record({
      signals: fc.tuple(...STREAMS.map(() => fc.option(anyStreamSignal(lean), { nil: undefined, freq: 10 }))),
      volumeRatio: fc.option(fc.double({ min: 0, max: 5, noNaN: true }), { nil: undefined }),
    })
    .map(({ signals, volumeRatio }) =>
      marketStateOf(Object.fromEntries(STREAMS.flatMap((stream, n) => (signals[n] ? [[stream, signals[n]]] : []))), {
        volumeRatio,
      }),
    ),
)

/** Acts before `NOON`, most often none. */
export const anyTradeHistory: fc.Arbitrary<TradeHistory> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ lastAt: null, day: 0, count: 0 }) },
  {
    weight: 1,
    arbitrary: fc.record({
      lastAt: fc.integer({ min: 1, max: 120 }).map((minutes) => NOON - minutes * 60_000),
      day: fc.constant(Math.floor(NOON / 86_400_000)),
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
)
