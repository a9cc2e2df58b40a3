import { STRATEGY } from '#contract/limits.ts'
import type { CatalogueStream } from '#contract/strategies/catalogue.ts'
import type { CustomStrategy, SignalSource } from '#contract/strategies/definition.ts'
import { toStreamTimeframe } from '#contract/timeframes.ts'
import type { Draft } from '#src/machines/wizard/draft.ts'
import { draftFrom, streamOf } from '#src/machines/wizard/from-definition.ts'
import { formatSymbol } from '#src/ui/format/pair.ts'

const COPY = ' (copy)'

const missingFrom = (wanted: readonly string[], available: readonly string[]) =>
  wanted.filter((each) => !available.includes(each))

/** Why a source is not in the draft as it is; nothing if it is. */
function sourceLoss(source: SignalSource, draft: Draft, catalogue: readonly CatalogueStream[]): readonly string[] {
  const { id, name, timeframe_filter: filter } = source
  const stream = streamOf(source, catalogue)
  if (!stream) return [`Source "${name}": its stream is not in the wizard.`]
  const missing = missingFrom(filter ?? [], stream.timeframes.map(toStreamTimeframe))
    .join(', ')
    .toUpperCase()
  if (draft.sources.some(({ basis }) => basis?.id === id))
    return missing === '' ? [] : [`${missing} of the source "${name}": its stream is not offered with it.`]
  return draft.sources.some((other) => other.stream.id === stream.id)
    ? [`Source "${name}": the wizard takes one source per stream.`]
    : [`Source "${name}": its stream is not offered with ${missing}.`]
}

/** What a draft of the strategy lacks or changes, one sentence each; empty if the wizard creates the same. */
function lossesOf(strategy: CustomStrategy, draft: Draft, catalogue: readonly CatalogueStream[]): readonly string[] {
  const rules = strategy.confluence_rules.filter(({ id }) => !draft.rules.some((rule) => rule.id === id))
  const pairs = missingFrom(strategy.symbols, [draft.pair])
  const { max_position_size: size, max_position_unit: unit } = strategy.risk_parameters
  return [
    ...strategy.signal_sources.flatMap((source) => sourceLoss(source, draft, catalogue)),
    ...rules.map(({ name }) => `Rule "${name}": none of its sources is left.`),
    ...(pairs.length === 0 ? [] : [`${pairs.map(formatSymbol).join(', ')}: the wizard takes one pair.`]),
    ...(unit === 'pct' && typeof size === 'number'
      ? [`The position of ${size}%: the wizard takes dollars and starts with $${STRATEGY.maxPosition.initial}.`]
      : []),
  ]
}

/** A draft with which the wizard edits the strategy, and what it cannot take over. */
export function draftOf(strategy: CustomStrategy, catalogue: readonly CatalogueStream[]) {
  const draft = draftFrom(strategy, catalogue)
  return { draft, losses: lossesOf(strategy, draft, catalogue) }
}

/** A draft of a copy of the strategy, and what it cannot take over. */
export function duplicateOf(strategy: CustomStrategy, catalogue: readonly CatalogueStream[]) {
  const { draft, losses } = draftOf(strategy, catalogue)
  return { draft: { ...draft, name: strategy.name.slice(0, STRATEGY.maxName - COPY.length) + COPY }, losses }
}
