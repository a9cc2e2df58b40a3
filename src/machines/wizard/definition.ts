import { STRATEGY } from '#contract/limits.ts'
import { streamPartsOf } from '#contract/strategies/catalogue.ts'
import type { ConfluenceRule, CustomStrategy, SignalSource } from '#contract/strategies/definition.ts'
import { STREAM_TIMEFRAMES } from '#contract/strategies/names.ts'
import { toStreamTimeframe } from '#contract/timeframes.ts'
import { confidenceOf, draftSourceName, type Draft, type DraftRule, type DraftSource } from './draft.ts'

const { built } = STRATEGY

/** What the wizard does not ask about a source. */
const BUILT = {
  weight_config: {
    min_confidence: built.minConfidence,
    max_age_seconds: built.maxAgeS,
    confidence_multiplier: built.confidenceMultiplier,
    volume_weight: false,
    timeframe_bias: null,
  },
  threshold_buy: built.threshold,
  threshold_sell: built.threshold,
  invert_signal: false,
  data_path: null,
  transformation: null,
} satisfies Partial<Record<keyof SignalSource, unknown>>

/** Without a filter a stream gives its overall signal, and with all of its timeframes their mean: an unfiltered source stays so. */
const isUnfiltered = ({ basis, stream, timeframes }: DraftSource): boolean =>
  basis !== undefined && (basis.timeframe_filter ?? []).length === 0 && timeframes.length === stream.timeframes.length

/** A source as the request contains it. */
export function definedSource(source: DraftSource, { exchange, pair }: Pick<Draft, 'exchange' | 'pair'>): SignalSource {
  const { stream, weight, timeframes } = source
  const { category, subcategory } = streamPartsOf(stream.id)
  const wanted = new Set(timeframes.map(toStreamTimeframe))
  const { weight_config, ...rest } = source.basis ?? BUILT
  return {
    ...rest,
    id: stream.id,
    name: draftSourceName(source),
    source_type: stream.sourceType,
    stream_category: category,
    stream_subcategory: subcategory,
    exchange_filter: [exchange],
    symbol_filter: [pair],
    timeframe_filter: isUnfiltered(source) ? null : STREAM_TIMEFRAMES.filter((timeframe) => wanted.has(timeframe)),
    weight_config: { ...weight_config, weight },
  }
}

/** The slider sets both thresholds of a rule, unless it was left where the rule began. */
function thresholdsOf({ confidenceThreshold, basis }: DraftRule) {
  return basis && confidenceOf(basis.consensus_threshold) === confidenceThreshold
    ? { minimum_total_weight: basis.minimum_total_weight, consensus_threshold: basis.consensus_threshold }
    : { minimum_total_weight: confidenceThreshold, consensus_threshold: confidenceThreshold }
}

const ruleOf = (rule: DraftRule): ConfluenceRule => ({
  id: rule.id,
  name: rule.name,
  operator: rule.operator,
  source_ids: [...rule.sourceIds],
  minimum_sources: rule.minSignals,
  ...thresholdsOf(rule),
  max_time_spread_seconds: rule.basis?.max_time_spread_seconds ?? built.maxTimeSpreadS,
  custom_function: rule.operator === rule.basis?.operator ? (rule.basis.custom_function ?? null) : null,
})

/** The draft as the request body of a new strategy; `now` is unix ms. An empty take profit or timeout sets no limit. */
export function definitionOf(draft: Draft, now: number): CustomStrategy {
  const { maxPositionSize, stopLossPct, takeProfitPct, signalTimeoutS } = draft.risk
  return {
    id: `custom_${now}`,
    name: draft.name.trim(),
    description: draft.description.trim(),
    version: built.version,
    status: 'active',
    exchanges: [draft.exchange],
    symbols: [draft.pair],
    signal_sources: draft.sources.map((source) => definedSource(source, draft)),
    confluence_rules: draft.rules.map(ruleOf),
    risk_parameters: {
      max_position_size: maxPositionSize,
      max_position_unit: 'usd',
      max_daily_trades: draft.riskBasis?.max_daily_trades ?? null,
      stop_loss_percentage: stopLossPct,
      take_profit_percentage: takeProfitPct,
      min_signal_strength: draft.riskBasis ? (draft.riskBasis.min_signal_strength ?? null) : built.minSignalStrength,
      signal_cooldown_minutes: signalTimeoutS === null ? null : Math.floor(signalTimeoutS / 60),
    },
  }
}
