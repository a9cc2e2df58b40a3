import type { SignalSource } from '#contract/strategies/definition.ts'
import type { DecisionType } from '#contract/strategies/names.ts'
import { overdueSeconds, type Discard, type TracedSource } from '#contract/strategies/trace.ts'
import type { SourceReading, SourceEvidence } from './collect-evidence.ts'

/** A source's usable signal. */
export interface Signal {
  readonly source_id: string
  readonly value: number
  readonly confidence: number
  readonly weight: number
  /** Seconds for which its next entry has been due. */
  readonly overdue: number
  readonly timeframe: TracedSource['timeframe']
  readonly vote: DecisionType
  readonly threshold: { readonly buy: number; readonly sell: number }
}

/** [SG-21] Why a signal is excluded, or null. */
function discardFor(
  { value, confidence }: Pick<SourceEvidence, 'value' | 'confidence'>,
  overdue: number | null,
  needed: Pick<SourceEvidence['needed'], 'max_age_seconds' | 'min_confidence'>,
): Discard | null {
  if (value === null || confidence === null || overdue === null) return 'no_signal'
  if (overdue > needed.max_age_seconds) return 'too_old'
  return confidence < needed.min_confidence ? 'low_confidence' : null
}

export const discardOf = (source: SourceEvidence): Discard | null =>
  discardFor(source, overdueSeconds(source), source.needed)

/** [SG-22] The side that a signal votes for; HOLD below its threshold. */
export function voteOf(
  value: number,
  { threshold_buy, threshold_sell }: Pick<SourceEvidence['needed'], 'threshold_buy' | 'threshold_sell'>,
): DecisionType {
  if (value > 0 && value >= threshold_buy) return 'BUY'
  return value < 0 && -value >= threshold_sell ? 'SELL' : 'HOLD'
}

/** The evidence of a source with what follows from it alone. */
export function traceSource(source: SourceEvidence): TracedSource {
  const { value, needed } = source
  const discarded = discardOf(source)
  // Listed one by one: spreading the evidence took half of the time of a decision.
  return {
    source_id: source.source_id,
    name: source.name,
    message_id: source.message_id,
    as_of: source.as_of,
    age_seconds: source.age_seconds,
    cadence_seconds: source.cadence_seconds,
    value,
    confidence: source.confidence,
    weight: source.weight,
    timeframe: source.timeframe,
    needed,
    discarded,
    vote: discarded !== null || value === null ? null : voteOf(value, needed),
  }
}

/** The usable signal of a source; undefined if it is excluded. */
export function signalOf(source: TracedSource): Signal | undefined {
  const { value, confidence, vote, needed } = source
  const overdue = overdueSeconds(source)
  if (vote === null || value === null || confidence === null || overdue === null) return undefined
  return {
    source_id: source.source_id,
    value,
    confidence,
    weight: source.weight,
    overdue,
    timeframe: source.timeframe,
    vote,
    threshold: { buy: needed.threshold_buy, sell: needed.threshold_sell },
  }
}

/**
 * The same signal without a trace, from what a source says and how long its next entry has been due; or why it is
 * excluded.
 */
export function usableSignal(source: SignalSource, reading: SourceReading, overdue: number | null): Signal | Discard {
  const { value, confidence, weight, timeframe } = reading
  const discarded = discardFor(reading, overdue, source.weight_config)
  if (discarded !== null) return discarded
  if (value === null || confidence === null || overdue === null) return 'no_signal'
  return {
    source_id: source.id,
    value,
    confidence,
    weight,
    overdue,
    timeframe,
    vote: voteOf(value, source),
    threshold: { buy: source.threshold_buy, sell: source.threshold_sell },
  }
}
