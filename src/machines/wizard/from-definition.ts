import { DEFAULT_PAIR, EXCHANGES, type Exchange, type PairId } from '#contract/pairs.ts'
import { streamPartsOf, type CatalogueStream } from '#contract/strategies/catalogue.ts'
import type { ConfluenceRule, SignalSource } from '#contract/strategies/definition.ts'
import { STRATEGY } from '#contract/limits.ts'
import type { RiskParameters } from '#contract/strategies/risk.ts'
import { streamKey } from '#contract/stream-keys.ts'
import { TIMEFRAMES, toStreamTimeframe } from '#contract/timeframes.ts'
import { filteredTimeframes, type Draft, type DraftRule, type DraftSource } from './draft.ts'

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
  readonly version?: string
}

/** The stream that a source reads: of the catalogue, or one made of the source if it is not there. */
export function streamOf(source: SignalSource, catalogue: readonly CatalogueStream[]): CatalogueStream {
  const { name, source_type: sourceType, stream_category, stream_subcategory, timeframe_filter: filter } = source
  return (
    catalogue.find(({ id }) => {
      const { category, subcategory } = streamPartsOf(id)
      return category === stream_category && subcategory === stream_subcategory
    }) ?? {
      id: streamKey(DEFAULT_PAIR, stream_category, stream_subcategory),
      name,
      sourceType,
      timeframes: TIMEFRAMES.filter((timeframe) => filter?.some((each) => each === toStreamTimeframe(timeframe))),
    }
  )
}

function sourceFrom(basis: SignalSource, catalogue: readonly CatalogueStream[]): DraftSource {
  const stream = streamOf(basis, catalogue)
  const timeframes = filteredTimeframes(stream, basis.timeframe_filter)
  return { id: basis.id, stream, timeframes, weight: basis.weight_config.weight, basis }
}

const ruleFrom = (basis: ConfluenceRule): DraftRule => ({
  id: basis.id,
  name: basis.name,
  operator: basis.operator,
  minSignals: basis.minimum_sources,
  sourceIds: basis.source_ids,
  confidenceThreshold: basis.consensus_threshold,
  basis,
})

const MINUTE_S = 60

/** A draft that starts as a template or strategy. What the wizard does not show stays as it is there. */
export function draftFrom(parts: DefinitionParts, catalogue: readonly CatalogueStream[]): Draft {
  const { name, description, version = STRATEGY.built.version, risk_parameters: risk } = parts
  const exchanges = [...(parts.exchanges ?? EXCHANGES)]
  const symbols = [...(parts.symbols ?? [DEFAULT_PAIR])]
  const cooldown = risk.signal_cooldown_minutes ?? null
  return {
    name,
    description,
    exchange: exchanges[0] ?? EXCHANGES[0],
    pair: symbols[0] ?? DEFAULT_PAIR,
    sources: parts.signal_sources.map((source) => sourceFrom(source, catalogue)),
    rules: parts.confluence_rules.map(ruleFrom),
    risk: {
      maxPositionSize: risk.max_position_size ?? null,
      positionUnit: risk.max_position_unit ?? 'usd',
      stopLossPct: risk.stop_loss_percentage ?? null,
      takeProfitPct: risk.take_profit_percentage ?? null,
      signalTimeoutS: cooldown === null ? null : cooldown * MINUTE_S,
    },
    basis: { name, description, version, exchanges, symbols, risk_parameters: risk },
  }
}

const COPY = ' (copy)'

/** A draft of a copy of the strategy. */
export const duplicateOf = (parts: DefinitionParts, catalogue: readonly CatalogueStream[]): Draft => ({
  ...draftFrom(parts, catalogue),
  name: parts.name.slice(0, STRATEGY.maxName - COPY.length) + COPY,
})
