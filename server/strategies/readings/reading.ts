import { TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { STREAM_TIMEFRAMES, type DataPath, type StreamTimeframe } from '#contract/strategies/names.ts'

/** A payload's opinion: `score` -1 (down) to 1 (up), `confidence` 0 to 1. */
export interface Opinion {
  readonly score: number
  readonly confidence: number
}

/** What one stream entry says, cut down to what strategies read of it. */
export interface Reading {
  /** Market time that the entry speaks of, unix ms. */
  readonly asOf: number
  /** Id of the entry; null when it was computed again for a rehearsal. */
  readonly messageId: string | null
  /** Of everything together; undefined when the entry has no opinion. */
  readonly all: Opinion | undefined
  readonly byTimeframe: Partial<Record<StreamTimeframe, Opinion>>
  readonly byPath: Partial<Record<DataPath, Opinion>>
}

/** The opinion of an entry, before its place in the stream is known. */
export type Said = Pick<Reading, 'asOf' | 'all'> & Partial<Pick<Reading, 'byTimeframe' | 'byPath'>>

/** A figure cut to -1..1. */
export const unit = (figure: number): number => Math.max(-1, Math.min(1, figure))

export const signOf = (bias: 'bullish' | 'bearish' | 'neutral'): number =>
  bias === 'bullish' ? 1 : bias === 'bearish' ? -1 : 0

/** `M5` as filters spell it. */
export function filterSpelling(timeframe: Timeframe): StreamTimeframe {
  const spelled = STREAM_TIMEFRAMES[TIMEFRAMES.indexOf(timeframe)]
  if (!spelled) throw new Error(`no filter spelling of ${timeframe}`)
  return spelled
}

/** Opinions together: their scores weighted by confidence, the mean of their confidences. Undefined for none. */
export function together(opinions: readonly Opinion[]): Opinion | undefined {
  if (opinions.length === 0) return undefined
  const total = opinions.reduce((sum, { confidence }) => sum + confidence, 0)
  const score = opinions.reduce((sum, opinion) => sum + opinion.confidence * opinion.score, 0)
  return { score: total === 0 ? 0 : unit(score / total), confidence: total / opinions.length }
}
