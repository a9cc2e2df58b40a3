import type { IndicatorSnapshot } from '#contract/analysis/indicators.ts'
import type { DataPath } from '#contract/strategies/names.ts'
import { TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import { unit, type Opinion, type Said } from './reading.ts'

/** RSI this far from 50 is a full opinion: 30 and 70. */
const RSI_SPAN = 20
/** Indicators that are asked; fewer of them make the reading less sure. */
const ASKED = 4

/** What each indicator says, -1 to 1. Distances of prices are measured in average true ranges. */
function scoresOf(snapshot: IndicatorSnapshot): Partial<Record<DataPath, number>> {
  const { atr_14: range, ema_9: fast, ema_21: slow, rsi_14: rsi, macd, bollinger_bands: bands } = snapshot
  const halfWidth = bands ? bands.upper - bands.middle : 0
  return {
    ...(fast !== undefined && slow !== undefined && range && { ema: unit((fast - slow) / range) }),
    ...(rsi !== undefined && { rsi: unit((rsi - 50) / RSI_SPAN) }),
    ...(macd && range && { macd: unit(macd.macd_line / range) }),
    ...(bands && fast !== undefined && halfWidth > 0 && { bollinger_bands: unit((fast - bands.middle) / halfWidth) }),
  }
}

/** [SG-11] The mean of what EMA, RSI, MACD and the Bollinger Bands say; the surer, the more of them say the same. */
export function readIndicators(snapshot: IndicatorSnapshot): Said {
  const scores = scoresOf(snapshot)
  const figures = Object.values(scores)
  const sum = figures.reduce((total, score) => total + score, 0)
  const size = figures.reduce((total, score) => total + Math.abs(score), 0)
  const agreement = size === 0 ? 1 : Math.abs(sum) / size
  const byPath: Partial<Record<DataPath, Opinion>> = {}
  // One indicator alone has nobody to agree with.
  for (const path of ['ema', 'rsi', 'macd', 'bollinger_bands'] as const) {
    const score = scores[path]
    if (score !== undefined) byPath[path] = { score, confidence: 1 }
  }
  return {
    asOf: (snapshot.timestamp + TIMEFRAME_MINUTES[snapshot.timeframe] * 60) * 1000,
    all:
      figures.length === 0
        ? undefined
        : { score: unit(sum / figures.length), confidence: agreement * (figures.length / ASKED) },
    byPath,
  }
}
