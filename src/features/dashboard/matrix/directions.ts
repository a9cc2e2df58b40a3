import { leanOf, type PatternDirection } from '#contract/payloads/directions.ts'
import type { StructureVolatility } from '#contract/payloads/structure.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import type { ConfluenceModel } from '#src/analysis/confluence.ts'
import type { SinceModel } from '#src/analysis/fields.ts'
import type { IndicatorsModel } from '#src/analysis/indicators.ts'
import type { PatternsModel } from '#src/analysis/patterns.ts'
import type { StructureModel } from '#src/analysis/structure.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import { trendOf } from '../indicators/scores.ts'

/** What one source says on one timeframe. */
export interface Reading {
  readonly direction: PatternDirection
  /** What the direction comes from. */
  readonly detail: string
  /** Since when the direction is the same; undefined if not sent. */
  readonly since: SinceModel | undefined
}

export type Readings = Partial<Readonly<Record<AnalysisTimeframe, Reading>>>

/** The trend gauge of a snapshot, in the words of its card. */
export function trendReading(model: IndicatorsModel | undefined): Reading | undefined {
  const trend = model === undefined ? undefined : trendOf(model.values, model.trendScore)
  if (trend === undefined) return undefined
  const detail = `Trend score ${Math.round(trend.score)} of 100`
  return { direction: trend.rating, detail, since: model?.trendSince }
}

/** Swing highs and lows by timeframe: both higher, both lower, or neither. */
export const structureReadings = (model: StructureModel | undefined): Readings =>
  Object.fromEntries(
    (model?.timeframes ?? []).map(({ timeframe, pattern, direction, since }): [AnalysisTimeframe, Reading] => [
      timeframe,
      { direction, detail: pattern, since },
    ]),
  )

/** Patterns by timeframe; one without a direction counts for neither side. */
export const patternReadings = (model: PatternsModel | undefined): Readings =>
  Object.fromEntries(
    (model?.groups ?? []).map(({ timeframe, patterns, direction, since }): [AnalysisTimeframe, Reading] => [
      timeframe,
      { direction, detail: patterns.map(({ name }) => name).join(', '), since },
    ]),
  )

/** What the signal of the confluence is the weighted mean of. */
export const confluenceReadings = (model: ConfluenceModel | undefined): Readings =>
  Object.fromEntries(
    (model?.timeframes ?? []).flatMap(({ timeframe, direction, since }): [AnalysisTimeframe, Reading][] =>
      direction === undefined
        ? []
        : [
            [
              timeframe,
              { direction: leanOf(direction), detail: `Direction ${formatNumber(direction, 2)} of ±1`, since },
            ],
          ],
    ),
  )

/** One line of the matrix. */
export interface MatrixRow {
  readonly source: string
  /** The card that shows more of it. */
  readonly card: 'indicators' | 'structure' | 'patterns' | 'confluence'
  readonly readings: Readings
}

/** The one word for the volatility of each timeframe. */
export type Volatilities = Partial<Readonly<Record<AnalysisTimeframe, StructureVolatility>>>

export interface Matrix {
  readonly rows: readonly MatrixRow[]
  readonly volatilities: Volatilities
  /** Newest time of the analysis, unix ms; undefined before the first. */
  readonly at: number | undefined
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
  const named = (direction: PatternDirection) => all.filter((each) => each.direction === direction)
  const [up, down] = [named('bullish'), named('bearish')]
  const [most, against, word] = up.length >= down.length ? [up, down, 'bullish'] : [down, up, 'bearish']
  if (most.length < all.length * LEAST || against.length > most.length * MOST_AGAINST)
    return `No agreement: ${up.length} bullish, ${down.length} bearish, ${all.length - up.length - down.length} neither`
  const others = against.length === 0 ? '' : `; against: ${against.map(({ name }) => name).join(', ')}`
  return `${most.length} of ${all.length} ${word}${others}`
}
