import { INDICATOR } from '#contract/limits.ts'
import type { Snapshot } from '#src/analysis/indicators.ts'

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

/** Number of moving-average pairs in rising order minus those in falling order; undefined without a pair. */
function averagesOrder({ ema9, ema21, ema100 }: Snapshot): number | undefined {
  const pairs = [
    [ema9, ema21],
    [ema21, ema100],
    [ema9, ema100],
  ].flatMap(([fast, slow]) => (fast === undefined || slow === undefined ? [] : [Math.sign(fast - slow)]))
  return pairs.length === 0 ? undefined : pairs.reduce((sum, sign) => sum + sign, 0)
}

/**
 * 50, plus or minus 25 when the averages of 9, 21 and 100 candles are in full order, 10 when most pairs are, and 12.5
 * by the sign of the MACD line.
 */
export function trendOf(snapshot: Snapshot): GaugeScore | undefined {
  const order = averagesOrder(snapshot)
  const { macdLine } = snapshot
  if (order === undefined && macdLine === undefined) return undefined
  const fromAverages = Math.abs(order ?? 0) === 3 ? 25 : 10
  const score = 50 + Math.sign(order ?? 0) * fromAverages + Math.sign(macdLine ?? 0) * 12.5
  return { score, rating: ratingOf(score, 'bullish', 'bearish', 'neutral') }
}

/**
 * 60 % ATR times 10 (capped at 100) and 40 % band width times 5, both in percent of the middle band and so independent
 * of the price level.
 */
export function volatilityOf({ atr14, bands }: Snapshot): GaugeScore | undefined {
  if (atr14 === undefined || bands === undefined || bands.middle <= 0) return undefined
  const atrPercent = (atr14 / bands.middle) * 100
  const widthPercent = ((bands.upper - bands.lower) / bands.middle) * 100
  const score = percent(Math.min(100, atrPercent * 10) * 0.6 + widthPercent * 5 * 0.4)
  return Number.isFinite(score) ? { score, rating: ratingOf(score, 'high', 'low', 'normal') } : undefined
}

/** 50 is the average; twice the average or more is 100. */
export function volumeOf(ratio: number | undefined): GaugeScore | undefined {
  if (ratio === undefined || !Number.isFinite(ratio)) return undefined
  const score = percent(ratio * 50)
  return { score, rating: ratingOf(score, 'high', 'low', 'normal') }
}
