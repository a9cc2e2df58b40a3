import type { SignalSource, WeightConfig } from '#contract/strategies/definition.ts'
import { STREAM_TIMEFRAMES, type StreamTimeframe, type Transformation } from '#contract/strategies/names.ts'
import { together, type Opinion, type Reading } from '../readings/reading.ts'
import type { SourceEvidence } from './evidence.ts'
import type { Picture } from './picture.ts'

/** How far the traded volume moves a weight. */
const VOLUME_FACTOR = { least: 0.5, most: 1.5 }

/** A source made ready for many evaluations. */
export interface PreparedSource {
  readonly source: SignalSource
  readonly key: string
}

interface Spoken {
  readonly opinion: Opinion
  readonly timeframe: StreamTimeframe | null
}

const isStreamTimeframe = (text: string): text is StreamTimeframe => STREAM_TIMEFRAMES.some((each) => each === text)

const isLetThrough = <T>(filter: readonly T[] | null, value: T): boolean =>
  filter === null || filter.length === 0 || filter.includes(value)

/** A stream whose key names its timeframe. */
function ofOneTimeframe({ data_path, timeframe_filter }: SignalSource, reading: Reading, own: StreamTimeframe) {
  const opinion = data_path ? reading.byPath[data_path] : reading.all
  return opinion && isLetThrough(timeframe_filter, own) ? { opinion, timeframe: own } : undefined
}

/** A stream that holds several timeframes: those of the filter together, or its own sum of all. */
function ofMany({ timeframe_filter }: SignalSource, { all, byTimeframe }: Reading): Spoken | undefined {
  const isDivided = Object.keys(byTimeframe).length > 0
  if (timeframe_filter === null || timeframe_filter.length === 0 || !isDivided) {
    return all && { opinion: all, timeframe: null }
  }
  const spoken = STREAM_TIMEFRAMES.filter((timeframe) => timeframe_filter.includes(timeframe) && byTimeframe[timeframe])
  const opinion = together(spoken.flatMap((timeframe) => byTimeframe[timeframe] ?? []))
  return opinion && { opinion, timeframe: spoken.at(-1) ?? null }
}

const TRANSFORMED: Record<Transformation, (strength: number) => number> = {
  sign: (strength) => (strength > 0 ? 1 : 0),
  square_root: Math.sqrt,
  square: (strength) => strength * strength,
}

function valueOf({ transformation, invert_signal }: SignalSource, score: number): number {
  const strength = transformation ? TRANSFORMED[transformation](Math.abs(score)) : Math.abs(score)
  const isUp = score > 0 !== invert_signal
  return strength === 0 ? 0 : isUp ? strength : -strength
}

function weightOf(config: WeightConfig, timeframe: StreamTimeframe | null, volumeRatio: number | undefined): number {
  const { least, most } = VOLUME_FACTOR
  const volume = config.volume_weight ? Math.max(least, Math.min(most, volumeRatio ?? 1)) : 1
  const bias = timeframe === null ? 1 : (config.timeframe_bias?.[timeframe] ?? 1)
  return config.weight * volume * bias
}

/** [SG-20] What a source says at a moment: age, inversion, multiplier and factors applied, nothing judged yet. */
export function gather({ source, key }: PreparedSource, picture: Picture, at: number): SourceEvidence {
  const { weight_config: config, stream_subcategory: own } = source
  const reading = picture.readings.get(key)
  const spoken = reading && (isStreamTimeframe(own) ? ofOneTimeframe(source, reading, own) : ofMany(source, reading))
  const timeframe = spoken?.timeframe ?? null
  return {
    source_id: source.id,
    name: source.name,
    message_id: reading?.messageId ?? null,
    as_of: reading?.asOf ?? null,
    age_seconds: reading ? Math.max(0, (at - reading.asOf) / 1000) : null,
    value: spoken ? valueOf(source, spoken.opinion.score) : null,
    confidence: spoken ? Math.min(1, spoken.opinion.confidence * config.confidence_multiplier) : null,
    weight: weightOf(config, timeframe, picture.volumeRatio),
    timeframe,
    needed: {
      threshold_buy: source.threshold_buy,
      threshold_sell: source.threshold_sell,
      min_confidence: config.min_confidence,
      max_age_seconds: config.max_age_seconds,
    },
  }
}
