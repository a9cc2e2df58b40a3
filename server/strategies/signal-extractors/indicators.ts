import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { DataPath } from '#contract/strategies/names.ts'
import { TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import { clampUnit, type SignalValue, type ExtractedSignal } from './stream-signal.ts'

/** Distance of the RSI from 50 that yields a full score: 30 and 70. */
const RSI_RANGE = 20
/** Number of indicators used; missing ones lower the confidence. */
const INDICATOR_COUNT = 4

/** Score of each indicator, -1 to 1. Price distances are measured in average true ranges. */
function scoresOf(snapshot: IndicatorSnapshot): Partial<Record<DataPath, number>> {
  const { atr_14: range, ema_9: fast, ema_21: slow, rsi_14: rsi, macd, bollinger_bands: bands } = snapshot
  const halfWidth = bands ? bands.upper - bands.middle : 0
  return {
    ...(fast !== undefined && slow !== undefined && range && { ema: clampUnit((fast - slow) / range) }),
    ...(rsi !== undefined && { rsi: clampUnit((rsi - 50) / RSI_RANGE) }),
    ...(macd && range && { macd: clampUnit(macd.macd_line / range) }),
    ...(bands &&
      fast !== undefined &&
      halfWidth > 0 && { bollinger_bands: clampUnit((fast - bands.middle) / halfWidth) }),
  }
}

/** [SG-11] The mean of EMA, RSI, MACD and Bollinger Bands; the more they agree, the higher the confidence. */
export function extractIndicators(snapshot: IndicatorSnapshot): ExtractedSignal {
  const scores = scoresOf(snapshot)
  const values = Object.values(scores)
  const sum = values.reduce((total, score) => total + score, 0)
  const size = values.reduce((total, score) => total + Math.abs(score), 0)
  const agreement = size === 0 ? 1 : Math.abs(sum) / size
  const byPath: Partial<Record<DataPath, SignalValue>> = {}
  // A single indicator always agrees with itself.
  for (const path of ['ema', 'rsi', 'macd', 'bollinger_bands'] as const) {
    const score = scores[path]
    if (score !== undefined) byPath[path] = { score, confidence: 1 }
  }
  return {
    asOf: (snapshot.timestamp + TIMEFRAME_MINUTES[snapshot.timeframe] * 60) * 1000,
    overall:
      values.length === 0
        ? undefined
        : { score: clampUnit(sum / values.length), confidence: agreement * (values.length / INDICATOR_COUNT) },
    byPath,
  }
}
