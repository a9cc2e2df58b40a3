import { INDICATOR } from '#contract/limits.ts'
import { trendScore, trendWord } from '#contract/payloads/directions.ts'
import type { Bias } from '#contract/payloads/fields.ts'
import {
  rankedVolatility,
  volatilityScore,
  volatilityWord,
  type VolatilityInputs,
} from '#contract/payloads/volatility.ts'
import type { Snapshot, VolatilityRanks } from '#src/analysis/indicators.ts'

/** A score from 0 to 100 and its one-word rating. */
export interface GaugeScore {
  readonly score: number
  readonly rating: string
}

const HIGH = 70
const LOW = 30
const percent = (value: number): number => Math.min(100, Math.max(0, value))
const ratingOf = (score: number, high: string, low: string, between: string): string =>
  score > HIGH ? high : score < LOW ? low : between

/** RSI(14), which is a score from 0 to 100 already. */
export function momentumOf({ rsi14 }: Snapshot): GaugeScore | undefined {
  if (rsi14 === undefined) return undefined
  const rating = rsi14 > INDICATOR.rsiHigh ? 'overbought' : rsi14 < INDICATOR.rsiLow ? 'oversold' : 'neutral'
  return { score: percent(rsi14), rating }
}

/** Score and word of the trend: those sent, which all analyses share, else of the values. */
export function trendOf(
  snapshot: Snapshot,
  sent?: number,
): { readonly score: number; readonly rating: Bias } | undefined {
  const score = sent ?? trendScore(snapshot)
  return score === undefined ? undefined : { score, rating: trendWord(score) }
}

/** ATR and band width on a scale of 0 to 10: their ranks in the pair's own history, else in percent of the middle band. */
function volatilityInputs(
  { atr14, bands }: Snapshot,
  ranks: VolatilityRanks | undefined,
): VolatilityInputs | undefined {
  if (ranks !== undefined) return rankedVolatility(ranks.atr, ranks.bandWidth)
  if (atr14 === undefined || bands === undefined || bands.middle <= 0) return undefined
  return { atr: (100 * atr14) / bands.middle, bandWidth: (100 * (bands.upper - bands.lower)) / bands.middle }
}

/** Score and word of the volatility, as the server's analyses have them. */
export function volatilityOf(snapshot: Snapshot, ranks?: VolatilityRanks): GaugeScore | undefined {
  const inputs = volatilityInputs(snapshot, ranks)
  if (inputs === undefined) return undefined
  const score = volatilityScore(inputs)
  return Number.isFinite(score) ? { score, rating: volatilityWord(score) } : undefined
}

/** 50 is the average; twice the average or more is 100. */
export function volumeOf(ratio: number | undefined): GaugeScore | undefined {
  if (ratio === undefined || !Number.isFinite(ratio)) return undefined
  const score = percent(ratio * 50)
  return { score, rating: ratingOf(score, 'high', 'low', 'normal') }
}
