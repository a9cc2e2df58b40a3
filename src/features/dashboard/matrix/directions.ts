import { LEAN_THRESHOLD } from '#contract/analysis/cross-timeframe.ts'
import type { StructureVolatility } from '#contract/analysis/structure.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import type { ConfluenceModel } from '#src/analysis/confluence.ts'
import type { IndicatorsModel } from '#src/analysis/indicators.ts'
import type { PatternsModel } from '#src/analysis/patterns.ts'
import type { StructureModel } from '#src/analysis/structure.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import { trendOf } from '../indicators/scores.ts'

/** Where a source points on a timeframe. `mixed`: its parts point both ways. */
export const MATRIX_DIRECTIONS = ['bullish', 'bearish', 'mixed', 'neutral'] as const
export type MatrixDirection = (typeof MATRIX_DIRECTIONS)[number]

/** What one source says on one timeframe. */
export interface Reading {
  readonly direction: MatrixDirection
  /** What the direction comes from. */
  readonly detail: string
  /** Analysis time, unix ms. */
  readonly at: number | undefined
}

export type Readings = Partial<Readonly<Record<AnalysisTimeframe, Reading>>>

const isDirection = (text: string): text is MatrixDirection => MATRIX_DIRECTIONS.some((each) => each === text)

/** The trend gauge of a snapshot, in the words of its card. */
export function trendReading(model: IndicatorsModel | undefined, at: number | undefined): Reading | undefined {
  const trend = model === undefined ? undefined : trendOf(model.values)
  if (trend === undefined || !isDirection(trend.rating)) return undefined
  return { direction: trend.rating, detail: `Trend score ${Math.round(trend.score)} of 100`, at }
}

const STRUCTURE_DIRECTIONS = new Map<string, MatrixDirection>([
  ['Higher highs higher lows', 'bullish'],
  ['Lower highs lower lows', 'bearish'],
])

/** Swing highs and lows by timeframe: both higher, both lower, or neither. */
export const structureReadings = (model: StructureModel | undefined, at: number | undefined): Readings =>
  Object.fromEntries(
    (model?.timeframes ?? []).map(({ timeframe, pattern }): [AnalysisTimeframe, Reading] => [
      timeframe,
      { direction: STRUCTURE_DIRECTIONS.get(pattern) ?? 'neutral', detail: pattern, at },
    ]),
  )

/** Patterns by timeframe; one without a direction counts for neither side. */
export const patternReadings = (model: PatternsModel | undefined, at: number | undefined): Readings =>
  Object.fromEntries(
    (model?.groups ?? []).map(({ timeframe, patterns }): [AnalysisTimeframe, Reading] => {
      const sides = new Set(patterns.map(({ direction }) => direction))
      const isBoth = sides.has('bullish') && sides.has('bearish')
      const direction = isBoth
        ? 'mixed'
        : sides.has('bullish')
          ? 'bullish'
          : sides.has('bearish')
            ? 'bearish'
            : 'neutral'
      return [timeframe, { direction, detail: patterns.map(({ name }) => name).join(', '), at }]
    }),
  )

/** What the signal of the confluence is the weighted mean of. */
export const confluenceReadings = (model: ConfluenceModel | undefined, at: number | undefined): Readings =>
  Object.fromEntries(
    (model?.timeframes ?? []).flatMap(({ timeframe, direction }): [AnalysisTimeframe, Reading][] => {
      if (direction === undefined) return []
      const word = Math.abs(direction) < LEAN_THRESHOLD ? 'neutral' : direction > 0 ? 'bullish' : 'bearish'
      return [[timeframe, { direction: word, detail: `Direction ${formatNumber(direction, 2)} of ±1`, at }]]
    }),
  )

/** A reading, and since when its direction has been the same; undefined if it was so when the page opened. */
export interface TimedReading extends Reading {
  readonly since: number | undefined
}
export type TimedReadings = Partial<Readonly<Record<AnalysisTimeframe, TimedReading>>>

/** Carries the start of each direction over from the previous readings. */
export function timed(previous: TimedReadings, next: Readings): TimedReadings {
  const entries = ANALYSIS_TIMEFRAMES.flatMap((timeframe): [AnalysisTimeframe, TimedReading][] => {
    const reading = next[timeframe]
    if (reading === undefined) return []
    const before = previous[timeframe]
    const since = before === undefined ? undefined : before.direction === reading.direction ? before.since : reading.at
    return [[timeframe, { ...reading, since }]]
  })
  return Object.fromEntries(entries)
}

/** One line of the matrix. */
export interface MatrixRow {
  readonly source: string
  /** The card that shows more of it. */
  readonly card: 'indicators' | 'structure' | 'patterns' | 'confluence'
  readonly readings: TimedReadings
}

/** The one word for the volatility of each timeframe. */
export type Volatilities = Partial<Readonly<Record<AnalysisTimeframe, StructureVolatility>>>

export interface Matrix {
  readonly rows: readonly MatrixRow[]
  readonly volatilities: Volatilities
}

/** Volatilities by timeframe. */
export const volatilitiesOf = (model: ConfluenceModel | undefined): Volatilities =>
  Object.fromEntries(
    (model?.timeframes ?? []).flatMap(({ timeframe, volatility }) =>
      volatility === undefined ? [] : [[timeframe, volatility]],
    ),
  )

/** Sources agree where at least half point one way, and at most a third as many the other way. */
const LEAST = 1 / 2
const MOST_AGAINST = 1 / 3

/** One sentence: where most sources and timeframes point, and which point the other way. */
export function agreementOf(rows: readonly MatrixRow[]): string {
  const all = rows.flatMap(({ source, readings }) =>
    ANALYSIS_TIMEFRAMES.flatMap((timeframe) => {
      const direction = readings[timeframe]?.direction
      return direction === undefined ? [] : [{ name: `${source} ${timeframe}`, direction }]
    }),
  )
  if (all.length === 0) return 'No analysis yet'
  const named = (direction: MatrixDirection) => all.filter((each) => each.direction === direction)
  const [up, down] = [named('bullish'), named('bearish')]
  const [most, against, word] = up.length >= down.length ? [up, down, 'bullish'] : [down, up, 'bearish']
  if (most.length < all.length * LEAST || against.length > most.length * MOST_AGAINST)
    return `No agreement: ${up.length} bullish, ${down.length} bearish, ${all.length - up.length - down.length} neither`
  const others = against.length === 0 ? '' : `; against: ${against.map(({ name }) => name).join(', ')}`
  return `${most.length} of ${all.length} ${word}${others}`
}
