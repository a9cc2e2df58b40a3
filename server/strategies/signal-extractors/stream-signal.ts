import { TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { STREAM_TIMEFRAMES, type DataPath, type StreamTimeframe } from '#contract/strategies/names.ts'

/** A payload's opinion: `score` -1 (down) to 1 (up), `confidence` 0 to 1. */
export interface SignalValue {
  readonly score: number
  readonly confidence: number
}

/** What one stream entry says, cut down to what strategies read of it. */
export interface StreamSignal {
  /** Market time that the entry speaks of, unix ms. */
  readonly asOf: number
  /** Id of the entry; null when it was computed again for a rehearsal. */
  readonly messageId: string | null
  /** Of everything together; undefined when the entry has no opinion. */
  readonly overall: SignalValue | undefined
  readonly byTimeframe: Partial<Record<StreamTimeframe, SignalValue>>
  readonly byPath: Partial<Record<DataPath, SignalValue>>
}

/** The opinion of an entry, before its place in the stream is known. */
export type ExtractedSignal = Pick<StreamSignal, 'asOf' | 'overall'> &
  Partial<Pick<StreamSignal, 'byTimeframe' | 'byPath'>>

/** A figure cut to -1..1. */
export const clampUnit = (value: number): number => Math.max(-1, Math.min(1, value))

export const signOf = (bias: 'bullish' | 'bearish' | 'neutral'): number =>
  bias === 'bullish' ? 1 : bias === 'bearish' ? -1 : 0

/** `M5` as filters spell it. */
export function toStreamTimeframe(timeframe: Timeframe): StreamTimeframe {
  const spelling = STREAM_TIMEFRAMES[TIMEFRAMES.indexOf(timeframe)]
  if (!spelling) throw new Error(`no filter spelling of ${timeframe}`)
  return spelling
}

/** Opinions together: their scores weighted by confidence, the mean of their confidences. Undefined for none. */
export function weightedMean(signals: readonly SignalValue[]): SignalValue | undefined {
  if (signals.length === 0) return undefined
  const total = signals.reduce((sum, { confidence }) => sum + confidence, 0)
  const score = signals.reduce((sum, signal) => sum + signal.confidence * signal.score, 0)
  return { score: total === 0 ? 0 : clampUnit(score / total), confidence: total / signals.length }
}
