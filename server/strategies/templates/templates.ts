import type { Exchange, PairId } from '#contract/pairs.ts'
import { CATALOGUE, sourceName, streamPartsOf, type CatalogueStream } from '#contract/strategies/catalogue.ts'
import type { ConfluenceRule, CustomStrategy, SignalSource } from '#contract/strategies/definition.ts'
import { toStreamTimeframe } from '../signal-extractors/stream-signal.ts'
import type { StrategyTemplate } from '#contract/strategies/responses.ts'
import { balancedMultiTimeframe } from './balanced-multi-timeframe.ts'
import { conservativeTrendFollowing } from './conservative-trend-following.ts'
import { patternBasedTrading } from './pattern-based-trading.ts'
import type { Template, TemplateSource } from './template.ts'

const aggressiveScalping: Template = {
  id: 'aggressive_scalping',
  name: 'Aggressive Scalping',
  description:
    'Acts on quick moves: the one-minute and five-minute indicators, weighted by the traded volume, with the nearest levels against it or for it. Acts often and keeps positions small.',
  complexity: 'High',
  recommendedFor: ['Experienced traders', 'Scalping', 'Volatile markets'],
  sources: [
    {
      id: 'indicators_m1',
      stream: 'technical_indicators:m1',
      weight: 1.5,
      minConfidence: 0.5,
      maxAgeS: 60,
      threshold: 0.6,
      volumeWeight: true,
    },
    {
      id: 'indicators_m5',
      stream: 'technical_indicators:m5',
      weight: 1.2,
      minConfidence: 0.5,
      maxAgeS: 60,
      threshold: 0.5,
      volumeWeight: true,
    },
    {
      id: 'levels',
      stream: 'analysis:support_resistance',
      timeframes: ['M5', 'M15'],
      weight: 0.5,
      minConfidence: 0.5,
      maxAgeS: 60,
      threshold: 0.5,
    },
  ],
  rules: [
    {
      id: 'momentum',
      name: 'Momentum on the fast timeframes',
      operator: 'weighted_average',
      source_ids: ['indicators_m1', 'indicators_m5', 'levels'],
      minimum_sources: 2,
      minimum_total_weight: 0.6,
      consensus_threshold: 0.6,
      max_time_spread_seconds: 60,
    },
  ],
  risk: {
    max_position_size: 2,
    max_position_unit: 'pct',
    max_daily_trades: 50,
    stop_loss_percentage: 0.5,
    take_profit_percentage: 1,
    min_signal_strength: 0.5,
    signal_cooldown_minutes: 5,
  },
}

export const TEMPLATES: readonly Template[] = [
  conservativeTrendFollowing,
  aggressiveScalping,
  balancedMultiTimeframe,
  patternBasedTrading,
]

function streamOf(id: string): CatalogueStream {
  const stream = CATALOGUE.find((each) => each.id.endsWith(`:${id}`))
  if (!stream) throw new Error(`no stream ${id} in the catalogue`)
  return stream
}

function sourceOf(source: TemplateSource, exchange: Exchange, pair: PairId): SignalSource {
  const stream = streamOf(source.stream)
  const { category, subcategory } = streamPartsOf(stream.id)
  const timeframes = source.timeframes ?? stream.timeframes
  return {
    id: source.id,
    name: sourceName(stream, timeframes),
    source_type: stream.sourceType,
    stream_category: category,
    stream_subcategory: subcategory,
    exchange_filter: [exchange],
    symbol_filter: [pair],
    timeframe_filter: timeframes.map(toStreamTimeframe),
    weight_config: {
      weight: source.weight,
      min_confidence: source.minConfidence,
      max_age_seconds: source.maxAgeS,
      confidence_multiplier: 1,
      volume_weight: source.volumeWeight ?? false,
      timeframe_bias: null,
    },
    threshold_buy: source.threshold,
    threshold_sell: source.threshold,
    invert_signal: source.isInverted ?? false,
    data_path: source.dataPath ?? null,
    transformation: null,
  }
}

const rulesOf = ({ rules }: Template): ConfluenceRule[] =>
  rules.map(({ custom_function = null, source_ids, ...rule }) => ({
    ...rule,
    source_ids: [...source_ids],
    custom_function,
  }))

/** A template in the API format. */
export const toTemplateDto = (template: Template): StrategyTemplate => ({
  id: template.id,
  name: template.name,
  description: template.description,
  signal_sources_count: template.sources.length,
  complexity: template.complexity,
  recommended_for: [...template.recommendedFor],
  signal_sources: template.sources.map((source) => sourceOf(source, 'kraken', 'BTCUSD')),
  confluence_rules: rulesOf(template),
  risk_parameters: template.risk,
})

export const findTemplate = (id: string): Template | undefined => TEMPLATES.find((template) => template.id === id)

/** Creates a strategy from a template, a name, an exchange and a pair. */
export const strategyFrom = (
  template: Template,
  { name, exchange, pair }: { readonly name: string; readonly exchange: Exchange; readonly pair: PairId },
): CustomStrategy => ({
  id: `template_${template.id}`,
  name,
  description: template.description,
  version: '1.0',
  status: 'active',
  exchanges: [exchange],
  symbols: [pair],
  signal_sources: template.sources.map((source) => sourceOf(source, exchange, pair)),
  confluence_rules: rulesOf(template),
  risk_parameters: template.risk,
})
