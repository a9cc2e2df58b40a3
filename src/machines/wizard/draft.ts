import { STRATEGY } from '#contract/limits.ts'
import { DEFAULT_PAIR, EXCHANGES, type Exchange, type PairId } from '#contract/pairs.ts'
import {
  selectableTimeframes,
  shortSourceName,
  sourceName,
  type CatalogueStream,
} from '#contract/strategies/catalogue.ts'
import type { ConfluenceRule, CustomStrategy, SignalSource } from '#contract/strategies/definition.ts'
import type { PositionUnit, RuleOperator } from '#contract/strategies/names.ts'
import { toStreamTimeframe, type Timeframe } from '#contract/timeframes.ts'

export interface DraftSource {
  /** That of its stream, unless it began as a source with another one. */
  readonly id: string
  /** Of the catalogue, or one that only the source it began as reads. */
  readonly stream: CatalogueStream
  /** All of the stream, or the selected ones. */
  readonly timeframes: readonly Timeframe[]
  readonly weight: number
  /** The source of the template or strategy that the draft began as, with what the wizard does not show. */
  readonly basis?: SignalSource | undefined
}

export interface DraftRule {
  readonly id: string
  readonly name: string
  /** The wizard offers `and` and `or`; others come from a template or strategy. */
  readonly operator: RuleOperator
  readonly minSignals: number
  /** 0.5 to 1 if it was set here. */
  readonly confidenceThreshold: number
  readonly sourceIds: readonly string[]
  /** The rule that it began as. */
  readonly basis?: ConfluenceRule | undefined
}

/** Figures are null if their field is empty. */
export interface DraftRisk {
  /** In US dollars or in percent of the account, by `positionUnit`. */
  readonly maxPositionSize: number | null
  readonly positionUnit: PositionUnit
  /** In percent. */
  readonly stopLossPct: number | null
  /** In percent. */
  readonly takeProfitPct: number | null
  readonly signalTimeoutS: number | null
}

/** The strategy as entered so far. */
export interface Draft {
  readonly name: string
  readonly description: string
  readonly exchange: Exchange
  readonly pair: PairId
  readonly sources: readonly DraftSource[]
  readonly rules: readonly DraftRule[]
  readonly risk: DraftRisk
  /** The template or strategy that the draft began as, of which stays what the wizard does not change. */
  readonly basis?:
    | Pick<CustomStrategy, 'name' | 'description' | 'version' | 'exchanges' | 'symbols' | 'risk_parameters'>
    | undefined
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  description: '',
  exchange: EXCHANGES[0],
  pair: DEFAULT_PAIR,
  sources: [],
  rules: [],
  risk: {
    maxPositionSize: STRATEGY.maxPosition.initial,
    positionUnit: 'usd',
    stopLossPct: STRATEGY.stopLossInitial,
    takeProfitPct: STRATEGY.takeProfitInitial,
    signalTimeoutS: STRATEGY.signalTimeout.initial,
  },
}

/** Rounds to a step of a slider, without binary rounding errors. */
const roundToStep = (value: number, { min, max, step }: { min: number; max: number; step: number }): number => {
  const steps = 1 / step
  return Math.round(Math.min(max, Math.max(min, value)) * steps) / steps
}
const weightOf = (value: number): number => roundToStep(value, STRATEGY.weight)
export const confidenceOf = (value: number): number => roundToStep(value, STRATEGY.confidence)

/** The pairs of the strategy: those it began with until another one is chosen. */
export const pairsOf = ({ pair, basis }: Pick<Draft, 'pair' | 'basis'>): readonly PairId[] =>
  basis?.symbols[0] === pair ? basis.symbols : [pair]

export const hasSource = ({ sources }: Draft, id: string): boolean => sources.some((source) => source.id === id)

/** The sources that read a stream; the wizard adds one at most, but a strategy may have begun with several. */
export const sourcesOn = ({ sources }: Pick<Draft, 'sources'>, streamId: string): readonly DraftSource[] =>
  sources.filter(({ stream }) => stream.id === streamId)

/** Whether a source on the stream can be added. */
export const isAddable = (draft: Draft, { id }: CatalogueStream): boolean =>
  !hasSource(draft, id) && sourcesOn(draft, id).length === 0

/** Adding a selected stream again changes nothing. */
export const withSource = (draft: Draft, stream: CatalogueStream, timeframes = stream.timeframes): Draft =>
  isAddable(draft, stream)
    ? { ...draft, sources: [...draft.sources, { id: stream.id, stream, timeframes, weight: STRATEGY.weight.initial }] }
    : draft

/** Adds a timeframe to the source on a stream, or removes it; the first one adds the source, the last one removes it. */
export function withTimeframe(draft: Draft, stream: CatalogueStream, timeframe: Timeframe): Draft {
  const [source] = sourcesOn(draft, stream.id)
  const before = source?.timeframes ?? []
  const selectable = selectableTimeframes(stream)
  const after = selectable.filter((each) => (each === timeframe) !== before.includes(each))
  const timeframes = after.length === selectable.length ? stream.timeframes : after
  if (!source) return withSource(draft, stream, timeframes)
  if (after.length === 0) return withoutSource(draft, source.id)
  return {
    ...draft,
    sources: draft.sources.map((other) => (other === source ? { ...source, timeframes } : other)),
  }
}

/** The timeframes of a stream that a filter allows. */
export const filteredTimeframes = (
  { timeframes }: CatalogueStream,
  filter: SignalSource['timeframe_filter'],
): readonly Timeframe[] =>
  filter === null || filter.length === 0
    ? timeframes
    : timeframes.filter((timeframe) => filter.some((each) => each === toStreamTimeframe(timeframe)))

/** Whether a source has the timeframes that it began with. */
export const hasBasisTimeframes = ({ basis, stream, timeframes }: DraftSource): boolean =>
  basis !== undefined && timeframes.join() === filteredTimeframes(stream, basis.timeframe_filter).join()

/** The name of a source in rules and explanations: the one that it was given, or made of its stream and timeframes. */
export function draftSourceName({ basis, stream, timeframes }: DraftSource): string {
  if (basis === undefined) return sourceName(stream, timeframes)
  const given = shortSourceName(basis.name)
  const isMade = given === sourceName(stream, filteredTimeframes(stream, basis.timeframe_filter))
  return isMade ? sourceName(stream, timeframes) : given
}

export const withWeight = (draft: Draft, id: string, weight: number): Draft => ({
  ...draft,
  sources: draft.sources.map((source) => (source.id === id ? { ...source, weight: weightOf(weight) } : source)),
})

function pruneRule(rule: DraftRule, id: string): DraftRule {
  const sourceIds = rule.sourceIds.filter((other) => other !== id)
  return { ...rule, sourceIds, minSignals: Math.min(rule.minSignals, sourceIds.length) }
}

/** Removes the source from every rule too; a rule without sources is removed. */
export const withoutSource = (draft: Draft, id: string): Draft => ({
  ...draft,
  sources: draft.sources.filter((source) => source.id !== id),
  rules: draft.rules.map((rule) => pruneRule(rule, id)).filter(({ sourceIds }) => sourceIds.length > 0),
})

/** Replaces the rule of the same id, or appends it. */
export const withRule = (draft: Draft, rule: DraftRule): Draft => ({
  ...draft,
  rules: draft.rules.some(({ id }) => id === rule.id)
    ? draft.rules.map((other) => (other.id === rule.id ? rule : other))
    : [...draft.rules, rule],
})

export const withoutRule = (draft: Draft, id: string): Draft => ({
  ...draft,
  rules: draft.rules.filter((rule) => rule.id !== id),
})
