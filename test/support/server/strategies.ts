import type { ConfluenceRule, CustomStrategy, SignalSource } from '#contract/strategies/definition.ts'
import { EMPTY_MARKET_STATE, type MarketState } from '#server/strategies/evaluator/market-state.ts'
import type { SignalValue, StreamSignal } from '#server/strategies/signal-extractors/stream-signal.ts'

/** A Wednesday, 12:00 UTC. */
export const NOON = Date.parse('2019-06-12T12:00:00Z')

/** `minute` minutes after noon, unix ms. */
export const at = (minute: number): number => NOON + minute * 60_000

type SourceOverrides = Partial<Omit<SignalSource, 'weight_config'>> & {
  readonly config?: Partial<SignalSource['weight_config']>
}

/** A source as the wizard builds it, on a stream `category:subcategory`. */
export function sourceOn(stream: string, { config, ...overrides }: SourceOverrides = {}): SignalSource {
  const [category = '', subcategory = ''] = stream.split(':')
  return {
    id: subcategory,
    name: `Source ${subcategory}`,
    source_type: 'analysis',
    stream_category: category,
    stream_subcategory: subcategory,
    exchange_filter: ['kraken'],
    symbol_filter: ['BTCUSD'],
    timeframe_filter: null,
    threshold_buy: 0.6,
    threshold_sell: 0.6,
    invert_signal: false,
    data_path: null,
    transformation: null,
    ...overrides,
    weight_config: {
      weight: 1,
      min_confidence: 0.5,
      max_age_seconds: 300,
      confidence_multiplier: 1,
      volume_weight: false,
      timeframe_bias: null,
      ...config,
    },
  }
}

export const ruleOver = (source_ids: string[], overrides: Partial<ConfluenceRule> = {}): ConfluenceRule => ({
  id: 'rule',
  name: 'Together',
  operator: 'and',
  source_ids,
  minimum_sources: source_ids.length,
  minimum_total_weight: 0.7,
  consensus_threshold: 0.7,
  max_time_spread_seconds: 60,
  custom_function: null,
  ...overrides,
})

/** The body of a custom creation: two indicator sources under one rule by default. */
export function strategyBody(overrides: Partial<CustomStrategy> = {}): CustomStrategy {
  const sources = overrides.signal_sources ?? [sourceOn('technical_indicators:m1'), sourceOn('technical_indicators:m5')]
  return {
    id: 'custom_1560340800000',
    name: 'Two indicators',
    description: 'One and five minutes on the same side',
    version: '1.0',
    status: 'active',
    exchanges: ['kraken'],
    symbols: ['BTCUSD'],
    signal_sources: sources,
    confluence_rules: [ruleOver(sources.map(({ id }) => id))],
    risk_parameters: {
      max_position_size: 1000,
      max_daily_trades: null,
      stop_loss_percentage: 2,
      take_profit_percentage: 3,
      min_signal_strength: 0.6,
      signal_cooldown_minutes: 5,
    },
    ...overrides,
  }
}

const key = (stream: string) => `tdp:kraken:BTCUSD:${stream}`

export const streamSignal = (
  overall: SignalValue | undefined,
  overrides: Partial<StreamSignal> = {},
): StreamSignal => ({
  asOf: NOON,
  messageId: `${NOON}-0`,
  overall,
  byTimeframe: {},
  byPath: {},
  ...overrides,
})

/** The market state of BTCUSD from signals by `category:subcategory`. */
export const marketStateOf = (
  signals: Readonly<Record<string, StreamSignal>>,
  overrides: Partial<MarketState> = {},
): MarketState => ({
  ...EMPTY_MARKET_STATE,
  signals: new Map(Object.entries(signals).map(([stream, each]) => [key(stream), each])),
  ...overrides,
})
