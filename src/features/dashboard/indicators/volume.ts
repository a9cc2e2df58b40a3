import type { Candle } from '#contract/candles.ts'

const AVERAGED = 20

/**
 * Volume of the candle that opened at `timestamp` (unix s) relative to the mean of the twenty before it.
 * Undefined without that candle, without twenty before it, or if their volume is zero.
 */
export function volumeRatio(candles: readonly Candle[], timestamp: number): number | undefined {
  const at = candles.findLastIndex((candle) => candle.timestamp === timestamp)
  const candle = candles[at]
  const before = candles.slice(Math.max(0, at - AVERAGED), Math.max(0, at))
  if (candle === undefined || before.length < AVERAGED) return undefined
  const mean = before.reduce((sum, { volume }) => sum + volume, 0) / AVERAGED
  return mean > 0 ? candle.volume / mean : undefined
}
