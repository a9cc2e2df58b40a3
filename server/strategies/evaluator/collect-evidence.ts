import { shortSourceName } from '#contract/strategies/catalogue.ts'
import type { SignalSource, WeightConfig } from '#contract/strategies/definition.ts'
import { STREAM_TIMEFRAMES, type StreamTimeframe, type Transformation } from '#contract/strategies/names.ts'
import type { TracedRisk, TracedRule, TracedSource } from '#contract/strategies/trace.ts'
import { weightedMean, type SignalValue, type StreamSignal } from '../signal-extractors/stream-signal.ts'
import type { MarketState } from './market-state.ts'

/** A source's signal before it is evaluated. */
export type SourceEvidence = Omit<TracedSource, 'vote' | 'discarded'>

/** A rule's requirements. */
export type RuleEvidence = Pick<TracedRule, 'rule_id' | 'name' | 'operator' | 'custom_function' | 'needed'> & {
  readonly inputs: readonly { readonly source_id: string }[]
}

/** The risk gates: their limits, and when and how often the strategy traded before. */
export interface RiskEvidence {
  readonly min_signal_strength: { readonly needed: number | null }
  readonly signal_cooldown_minutes: TracedRisk['signal_cooldown_minutes']
  readonly max_daily_trades: TracedRisk['max_daily_trades']
}

/** All inputs of a decision. A trace is the evidence plus the conclusions drawn from it. */
export interface Evidence {
  readonly decided_at: number
  readonly symbol: string
  readonly sources: readonly SourceEvidence[]
  readonly rules: readonly RuleEvidence[]
  readonly risk: RiskEvidence
}

/** Range of the weight factor for the traded volume. */
const VOLUME_FACTOR = { min: 0.5, max: 1.5 }

/** A source prepared for repeated evaluation. */
export interface PreparedSource {
  readonly source: SignalSource
  readonly key: string
  /** Time between two entries of its stream. */
  readonly cadenceSeconds: number
}

interface SelectedSignal {
  readonly signal: SignalValue
  readonly timeframe: StreamTimeframe | null
}

const isStreamTimeframe = (text: string): text is StreamTimeframe => STREAM_TIMEFRAMES.some((each) => each === text)

const passesFilter = <T>(filter: readonly T[] | null, value: T): boolean =>
  filter === null || filter.length === 0 || filter.includes(value)

/** Selects the signal of a stream with a single timeframe. */
function selectOwn({ data_path, timeframe_filter }: SignalSource, streamSignal: StreamSignal, own: StreamTimeframe) {
  const signal = data_path ? streamSignal.byPath[data_path] : streamSignal.overall
  return signal && passesFilter(timeframe_filter, own) ? { signal, timeframe: own } : undefined
}

/** Selects the signal of a stream with several timeframes: the mean of those in the filter, or its overall signal. */
function selectAcross(
  { timeframe_filter: filter }: SignalSource,
  { overall, byTimeframe }: StreamSignal,
): SelectedSignal | undefined {
  const whole = overall && { signal: overall, timeframe: null }
  if (filter === null || filter.length === 0) return whole
  const selected: SignalValue[] = []
  let coarsest: StreamTimeframe | null = null
  for (const timeframe of STREAM_TIMEFRAMES) {
    const value = filter.includes(timeframe) ? byTimeframe[timeframe] : undefined
    if (!value) continue
    selected.push(value)
    coarsest = timeframe
  }
  const isDivided = selected.length > 0 || Object.keys(byTimeframe).length > 0
  if (!isDivided) return whole
  const signal = weightedMean(selected)
  return signal && { signal, timeframe: coarsest }
}

const TRANSFORM: Record<Transformation, (strength: number) => number> = {
  sign: (strength) => (strength > 0 ? 1 : 0),
  square_root: Math.sqrt,
  square: (strength) => strength * strength,
}

function valueOf({ transformation, invert_signal }: SignalSource, score: number): number {
  const strength = transformation ? TRANSFORM[transformation](Math.abs(score)) : Math.abs(score)
  const isUp = score > 0 !== invert_signal
  return strength === 0 ? 0 : isUp ? strength : -strength
}

function weightOf(config: WeightConfig, timeframe: StreamTimeframe | null, volumeRatio: number | undefined): number {
  const { min, max } = VOLUME_FACTOR
  const volume = config.volume_weight ? Math.max(min, Math.min(max, volumeRatio ?? 1)) : 1
  const bias = timeframe === null ? 1 : (config.timeframe_bias?.[timeframe] ?? 1)
  return config.weight * volume * bias
}

/** Seconds since the market time that an entry refers to. */
export const ageAt = (at: number, asOf: number): number => Math.max(0, (at - asOf) / 1000)

/** What a source says of the newest entry of its stream, whatever its age. */
export type SourceReading = Pick<SourceEvidence, 'value' | 'confidence' | 'weight' | 'timeframe'>

/** Applies inversion, multiplier and factors. Without an entry there is only a weight. */
export function readSource(
  source: SignalSource,
  entry: StreamSignal | undefined,
  volumeRatio: number | undefined,
): SourceReading {
  const { weight_config: config, stream_subcategory: own } = source
  const selected = entry && (isStreamTimeframe(own) ? selectOwn(source, entry, own) : selectAcross(source, entry))
  const timeframe = selected?.timeframe ?? null
  return {
    value: selected ? valueOf(source, selected.signal.score) : null,
    confidence: selected ? Math.min(1, selected.signal.confidence * config.confidence_multiplier) : null,
    weight: weightOf(config, timeframe, volumeRatio),
    timeframe,
  }
}

/** [SG-20] A source's signal at a time, with age, inversion, multiplier and factors applied, but not yet evaluated. */
export function collectEvidence(
  { source, key, cadenceSeconds }: PreparedSource,
  market: MarketState,
  at: number,
): SourceEvidence {
  const config = source.weight_config
  const streamSignal = market.signals.get(key)
  const { value, confidence, weight, timeframe } = readSource(source, streamSignal, market.volumeRatio)
  return {
    source_id: source.id,
    name: shortSourceName(source.name),
    message_id: streamSignal?.messageId ?? null,
    as_of: streamSignal?.asOf ?? null,
    age_seconds: streamSignal ? ageAt(at, streamSignal.asOf) : null,
    cadence_seconds: cadenceSeconds,
    value,
    confidence,
    weight,
    timeframe,
    needed: {
      threshold_buy: source.threshold_buy,
      threshold_sell: source.threshold_sell,
      min_confidence: config.min_confidence,
      max_age_seconds: config.max_age_seconds,
    },
  }
}
