import { TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { STREAM_TIMEFRAMES, type DataPath, type StreamTimeframe } from '#contract/strategies/names.ts'

/** A directional signal: `score` from -1 (down) to 1 (up), `confidence` from 0 to 1. */
export interface SignalValue {
  readonly score: number
  readonly confidence: number
}

/** The signals of one stream entry. */
export interface StreamSignal {
  /** Market time that the entry refers to, unix ms. */
  readonly asOf: number
  /** Id of the entry; null if it was recomputed for a backtest. */
  readonly messageId: string | null
  /** Overall signal of the entry; undefined if it has none. */
  readonly overall: SignalValue | undefined
  readonly byTimeframe: Partial<Record<StreamTimeframe, SignalValue>>
  readonly byPath: Partial<Record<DataPath, SignalValue>>
}

/** The signals of an entry without its message id. */
export type ExtractedSignal = Pick<StreamSignal, 'asOf' | 'overall'> &
  Partial<Pick<StreamSignal, 'byTimeframe' | 'byPath'>>

/** The signals of the entry with this id. */
export const toStreamSignal = (
  { asOf, overall, byTimeframe = {}, byPath = {} }: ExtractedSignal,
  messageId: string | null,
): StreamSignal => ({ asOf, messageId, overall, byTimeframe, byPath })

/** Clamps a value to -1..1. */
export const clampUnit = (value: number): number => Math.max(-1, Math.min(1, value))

export const signOf = (bias: 'bullish' | 'bearish' | 'neutral'): number =>
  bias === 'bullish' ? 1 : bias === 'bearish' ? -1 : 0

/** A timeframe as stream filters spell it: `m5` for `M5`. */
export function toStreamTimeframe(timeframe: Timeframe): StreamTimeframe {
  const spelling = STREAM_TIMEFRAMES[TIMEFRAMES.indexOf(timeframe)]
  if (!spelling) throw new Error(`no filter spelling of ${timeframe}`)
  return spelling
}

/** The mean score weighted by confidence, with the mean confidence. Undefined for an empty list. */
export function weightedMean(signals: readonly SignalValue[]): SignalValue | undefined {
  if (signals.length === 0) return undefined
  const total = signals.reduce((sum, { confidence }) => sum + confidence, 0)
  const score = signals.reduce((sum, signal) => sum + signal.confidence * signal.score, 0)
  return { score: total === 0 ? 0 : clampUnit(score / total), confidence: total / signals.length }
}
