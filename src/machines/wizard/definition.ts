import { STRATEGY } from '#contract/limits.ts'
import { streamPartsOf } from '#contract/strategies/catalogue.ts'
import type { ConfluenceRule, CustomStrategy, SignalSource } from '#contract/strategies/definition.ts'
import { STREAM_TIMEFRAMES } from '#contract/strategies/names.ts'
import type { RiskParameters } from '#contract/strategies/risk.ts'
import { toStreamTimeframe } from '#contract/timeframes.ts'
import { draftSourceName, hasBasisTimeframes, pairsOf, type Draft, type DraftRule, type DraftSource } from './draft.ts'

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

/** Unchanged, the filter stays as it was: without one a stream gives its overall signal, with all timeframes their mean. */
function timeframeFilterOf(source: DraftSource): SignalSource['timeframe_filter'] {
  const { basis, stream, timeframes } = source
  if (basis !== undefined && hasBasisTimeframes(source)) return basis.timeframe_filter
  const [wanted, offered] = [timeframes, stream.timeframes].map((each) => new Set(each.map(toStreamTimeframe)))
  return STREAM_TIMEFRAMES.filter(
    (each) => wanted?.has(each) || (!offered?.has(each) && basis?.timeframe_filter?.includes(each)),
  )
}

/** A source as the request contains it. */
export function definedSource(source: DraftSource, draft: Pick<Draft, 'exchange' | 'pair' | 'basis'>): SignalSource {
  const { id, stream, weight, basis } = source
  const { category, subcategory } = streamPartsOf(stream.id)
  const symbols = [...pairsOf(draft)]
  const { weight_config, ...rest } = basis ?? {
    ...BUILT,
    source_type: stream.sourceType,
    stream_category: category,
    stream_subcategory: subcategory,
    exchange_filter: [draft.exchange],
    symbol_filter: symbols,
  }
  const isPairChosen = draft.basis?.symbols[0] !== draft.pair
  return {
    ...rest,
    id,
    name: basis && hasBasisTimeframes(source) ? basis.name : draftSourceName(source),
    symbol_filter: isPairChosen && rest.symbol_filter?.length ? symbols : rest.symbol_filter,
    timeframe_filter: timeframeFilterOf(source),
    weight_config: { ...weight_config, weight },
  }
}

/** The slider sets both thresholds of a rule, unless it was left where the rule began. */
export const thresholdsOf = ({ confidenceThreshold, basis }: Pick<DraftRule, 'confidenceThreshold' | 'basis'>) =>
  basis?.consensus_threshold === confidenceThreshold
    ? { minimum_total_weight: basis.minimum_total_weight, consensus_threshold: basis.consensus_threshold }
    : { minimum_total_weight: confidenceThreshold, consensus_threshold: confidenceThreshold }

const ruleOf = (rule: DraftRule): ConfluenceRule => ({
  id: rule.id,
  name: rule.name,
  operator: rule.operator,
  source_ids: [...rule.sourceIds],
  minimum_sources: rule.minSignals,
  ...thresholdsOf(rule),
  max_time_spread_seconds: rule.basis?.max_time_spread_seconds ?? built.maxTimeSpreadS,
  custom_function: rule.operator === rule.basis?.operator ? rule.basis.custom_function : null,
})

/** What the wizard does not ask about the risk, and no limits where it asks. */
const BUILT_RISK: RiskParameters = {
  max_position_size: null,
  max_daily_trades: null,
  stop_loss_percentage: null,
  take_profit_percentage: null,
  min_signal_strength: built.minSignalStrength,
  signal_cooldown_minutes: null,
}

function riskOf({ risk, basis }: Pick<Draft, 'risk' | 'basis'>): RiskParameters {
  const was = basis?.risk_parameters ?? BUILT_RISK
  const minutes = risk.signalTimeoutS === null ? null : Math.floor(risk.signalTimeoutS / 60)
  return {
    ...was,
    max_position_size: risk.maxPositionSize ?? asBefore(was.max_position_size),
    max_position_unit: risk.positionUnit,
    stop_loss_percentage: risk.stopLossPct ?? asBefore(was.stop_loss_percentage),
    take_profit_percentage: risk.takeProfitPct ?? asBefore(was.take_profit_percentage),
    signal_cooldown_minutes: minutes ?? asBefore(was.signal_cooldown_minutes),
  }
}

/** An absent limit stays absent, which means the same as null. */
const asBefore = (limit: number | null | undefined): null | undefined => (limit === undefined ? undefined : null)

/** As it was if it was not edited. */
const trimmed = (text: string, before: string | undefined): string => (text === before ? text : text.trim())

/**
 * The draft as the request body of a new strategy; `now` is unix ms. An empty take profit or timeout sets no limit. A draft that
 * began as a template or strategy and was not edited makes the same again, but for id and status.
 */
export const definitionOf = (draft: Draft, now: number): CustomStrategy => ({
  id: `custom_${now}`,
  name: trimmed(draft.name, draft.basis?.name),
  description: trimmed(draft.description, draft.basis?.description),
  version: draft.basis?.version ?? built.version,
  status: 'active',
  exchanges: draft.basis ? [...draft.basis.exchanges] : [draft.exchange],
  symbols: [...pairsOf(draft)],
  signal_sources: draft.sources.map((source) => definedSource(source, draft)),
  confluence_rules: draft.rules.map(ruleOf),
  risk_parameters: riskOf(draft),
})
