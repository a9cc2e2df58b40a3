import type { Bias } from './fields.ts'
import type { StructureType } from './structure.ts'

/** Averages of 9, 21 and 100 closes, and the MACD line; undefined while warming up. */
export interface TrendInputs {
  readonly ema9: number | undefined
  readonly ema21: number | undefined
  readonly ema100: number | undefined
  readonly macdLine: number | undefined
}

const BULLISH_FROM = 70
const BEARISH_FROM = 30

/** Number of moving-average pairs in rising order minus those in falling order; undefined without a pair. */
function averagesOrder({ ema9, ema21, ema100 }: TrendInputs): number | undefined {
  const pairs = [
    [ema9, ema21],
    [ema21, ema100],
    [ema9, ema100],
  ].flatMap(([fast, slow]) => (fast === undefined || slow === undefined ? [] : [Math.sign(fast - slow)]))
  return pairs.length === 0 ? undefined : pairs.reduce((sum, sign) => sum + sign, 0)
}

/**
 * 50, plus or minus 25 when the averages of 9, 21 and 100 candles are in full order, 10 when most pairs are, and 12.5
 * by the sign of the MACD line; undefined without either.
 */
export function trendScore(inputs: TrendInputs): number | undefined {
  const order = averagesOrder(inputs)
  const { macdLine } = inputs
  if (order === undefined && macdLine === undefined) return undefined
  const fromAverages = Math.abs(order ?? 0) === 3 ? 25 : 10
  return 50 + Math.sign(order ?? 0) * fromAverages + Math.sign(macdLine ?? 0) * 12.5
}

/** The one word for a trend score. */
export const trendWord = (score: number): Bias =>
  score > BULLISH_FROM ? 'bullish' : score < BEARISH_FROM ? 'bearish' : 'neutral'

const STRUCTURE_DIRECTIONS: Readonly<Record<StructureType, Bias | undefined>> = {
  higher_highs_higher_lows: 'bullish',
  lower_highs_lower_lows: 'bearish',
  expanding: 'neutral',
  contracting: 'neutral',
  none: undefined,
}

/** Where swing highs and lows point: both higher, both lower, or neither; undefined while there are too few. */
export const structureDirection = (type: StructureType): Bias | undefined => STRUCTURE_DIRECTIONS[type]

/** `mixed`: patterns of both sides. */
export type PatternDirection = Bias | 'mixed'

/** Where the patterns of a timeframe point together; undefined without patterns. One without a direction counts for neither side. */
export function patternsDirection(directions: readonly (Bias | 'none')[]): PatternDirection | undefined {
  if (directions.length === 0) return undefined
  const [isBullish, isBearish] = [directions.includes('bullish'), directions.includes('bearish')]
  if (isBullish) return isBearish ? 'mixed' : 'bullish'
  return isBearish ? 'bearish' : 'neutral'
}

/** Size from which a direction from -1 to 1 is not neutral, of a timeframe as of all together. */
const LEAN_FROM = 0.15

/** The one word for a direction from -1 to 1. */
export const leanOf = (direction: number): Bias =>
  Math.abs(direction) < LEAN_FROM ? 'neutral' : direction > 0 ? 'bullish' : 'bearish'
