import { DEFAULT_PAIR, EXCHANGES, type Exchange, type PairId } from '#contract/pairs.ts'
import { streamPartsOf, type CatalogueStream } from '#contract/strategies/catalogue.ts'
import type { ConfluenceRule, SignalSource } from '#contract/strategies/definition.ts'
import type { RiskParameters } from '#contract/strategies/risk.ts'
import { toStreamTimeframe } from '#contract/timeframes.ts'
import { confidenceOf, EMPTY_DRAFT, type Draft, type DraftRule, type DraftSource } from './draft.ts'

/** What a template or a strategy has in common. */
export interface DefinitionParts {
  readonly name: string
  readonly description: string
  readonly signal_sources: readonly SignalSource[]
  readonly confluence_rules: readonly ConfluenceRule[]
  readonly risk_parameters: RiskParameters
  /** Absent in a template. */
  readonly exchanges?: readonly Exchange[]
  readonly symbols?: readonly PairId[]
}

/** The stream of the catalogue that a source reads. */
export const streamOf = (source: SignalSource, catalogue: readonly CatalogueStream[]): CatalogueStream | undefined =>
  catalogue.find(({ id }) => {
    const { category, subcategory } = streamPartsOf(id)
    return category === source.stream_category && subcategory === source.stream_subcategory
  })

function sourceFrom(basis: SignalSource, catalogue: readonly CatalogueStream[]): DraftSource | undefined {
  const stream = streamOf(basis, catalogue)
  if (!stream) return undefined
  const filter = basis.timeframe_filter ?? []
  const timeframes =
    filter.length === 0
      ? stream.timeframes
      : stream.timeframes.filter((timeframe) => filter.some((each) => each === toStreamTimeframe(timeframe)))
  return timeframes.length === 0 ? undefined : { stream, timeframes, weight: basis.weight_config.weight, basis }
}

const MINUTE_S = 60

/**
 * A draft that starts as a template or strategy. What the wizard does not show stays as it is there. Sources outside the
 * catalogue or without a timeframe of their stream, further sources on the same stream, and rules left without sources are
 * dropped; a position in percent becomes the usual one in dollars, and the first exchange and pair are taken.
 */
export function draftFrom(parts: DefinitionParts, catalogue: readonly CatalogueStream[]): Draft {
  const sources = parts.signal_sources
    .flatMap((source) => sourceFrom(source, catalogue) ?? [])
    .filter(({ stream }, index, all) => all.findIndex((other) => other.stream.id === stream.id) === index)
  const streamIds = new Map(sources.map(({ stream, basis }) => [basis?.id, stream.id]))
  const rules = parts.confluence_rules.flatMap((basis): DraftRule[] => {
    const sourceIds = basis.source_ids.flatMap((id) => streamIds.get(id) ?? [])
    if (sourceIds.length === 0) return []
    const { id, name, operator } = basis
    const minSignals = Math.min(basis.minimum_sources, sourceIds.length)
    return [
      {
        id,
        name,
        operator,
        minSignals,
        sourceIds,
        confidenceThreshold: confidenceOf(basis.consensus_threshold),
        basis,
      },
    ]
  })
  const { risk_parameters: risk } = parts
  return {
    ...EMPTY_DRAFT,
    exchange: parts.exchanges?.[0] ?? EXCHANGES[0],
    pair: parts.symbols?.[0] ?? DEFAULT_PAIR,
    name: parts.name,
    description: parts.description,
    sources,
    rules,
    risk: {
      maxPositionSize:
        risk.max_position_unit === 'pct' ? EMPTY_DRAFT.risk.maxPositionSize : (risk.max_position_size ?? null),
      stopLossPct: risk.stop_loss_percentage ?? null,
      takeProfitPct: risk.take_profit_percentage ?? null,
      signalTimeoutS:
        (risk.signal_cooldown_minutes ?? null) === null ? null : (risk.signal_cooldown_minutes ?? 0) * MINUTE_S,
    },
    riskBasis: { max_daily_trades: risk.max_daily_trades, min_signal_strength: risk.min_signal_strength },
  }
}
