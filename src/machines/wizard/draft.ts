import { STRATEGY } from '#contract/limits.ts'
import { DEFAULT_PAIR, EXCHANGES, type Exchange, type PairId } from '#contract/pairs.ts'
import { selectableTimeframes, sourceName, type CatalogueStream } from '#contract/strategies/catalogue.ts'
import type { ConfluenceRule, SignalSource } from '#contract/strategies/definition.ts'
import type { RuleOperator } from '#contract/strategies/names.ts'
import type { RiskParameters } from '#contract/strategies/risk.ts'
import type { Timeframe } from '#contract/timeframes.ts'

export interface DraftSource {
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
  /** 0.5 to 1. */
  readonly confidenceThreshold: number
  readonly sourceIds: readonly string[]
  /** The rule that it began as. */
  readonly basis?: ConfluenceRule | undefined
}

/** Null if the field is empty. */
export interface DraftRisk {
  /** In US dollars. */
  readonly maxPositionSize: number | null
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
  /** Limits that the wizard does not show, of the template or strategy that the draft began as. */
  readonly riskBasis?: Pick<RiskParameters, 'max_daily_trades' | 'min_signal_strength'> | undefined
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

export const hasSource = ({ sources }: Draft, id: string): boolean => sources.some(({ stream }) => stream.id === id)

/** Adding a selected stream again changes nothing. */
export const withSource = (draft: Draft, stream: CatalogueStream, timeframes = stream.timeframes): Draft =>
  hasSource(draft, stream.id)
    ? draft
    : { ...draft, sources: [...draft.sources, { stream, timeframes, weight: STRATEGY.weight.initial }] }

/** Adds a timeframe to the source on a stream, or removes it; the first one adds the source, the last one removes it. */
export function withTimeframe(draft: Draft, stream: CatalogueStream, timeframe: Timeframe): Draft {
  const source = draft.sources.find((other) => other.stream.id === stream.id)
  const before = source?.timeframes ?? []
  const selectable = selectableTimeframes(stream)
  const after = selectable.filter((each) => (each === timeframe) !== before.includes(each))
  if (after.length === 0) return withoutSource(draft, stream.id)
  const timeframes = after.length === selectable.length ? stream.timeframes : after
  if (!source) return withSource(draft, stream, timeframes)
  return {
    ...draft,
    sources: draft.sources.map((other) => (other === source ? { ...source, timeframes } : other)),
  }
}

/** The name of a source in rules and explanations. */
export const draftSourceName = ({ stream, timeframes }: DraftSource): string => sourceName(stream, timeframes)

export const withWeight = (draft: Draft, id: string, weight: number): Draft => ({
  ...draft,
  sources: draft.sources.map((source) => (source.stream.id === id ? { ...source, weight: weightOf(weight) } : source)),
})

function pruneRule(rule: DraftRule, id: string): DraftRule {
  const sourceIds = rule.sourceIds.filter((other) => other !== id)
  return { ...rule, sourceIds, minSignals: Math.min(rule.minSignals, sourceIds.length) }
}

/** Removes the source from every rule too; a rule without sources is removed. */
export const withoutSource = (draft: Draft, id: string): Draft => ({
  ...draft,
  sources: draft.sources.filter(({ stream }) => stream.id !== id),
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
