import type { Candle } from '#contract/candles.ts'
import { addVolumes } from '../store/fold.ts'

/**
 * Stages through which a recorded minute may have passed, as far as its candle shows: in straight lines from the open to
 * the nearer extreme, to the other one, and to the close. The last stage is the recorded candle.
 * @param count number of stages, at least one
 * @param decimals of interpolated prices; recorded prices keep theirs
 */
export function stagesOf(candle: Candle, count: number, decimals: number): Candle[] {
  const { timestamp, open, high, low, close, volume } = candle
  const corners = close >= open ? [open, low, high, close] : [open, high, low, close]
  const stages: Candle[] = []
  let reachedHigh = open
  let reachedLow = open
  for (let stage = 1; stage < count; stage += 1) {
    const share = stage / count
    const price = onPath(corners, share, decimals, low, high)
    const passed = corners.slice(0, Math.floor(share * (corners.length - 1)) + 1)
    reachedHigh = Math.max(reachedHigh, price, ...passed)
    reachedLow = Math.min(reachedLow, price, ...passed)
    stages.push({
      timestamp,
      open,
      high: reachedHigh,
      low: reachedLow,
      close: price,
      volume: addVolumes(volume * share, 0),
    })
  }
  return [...stages, candle]
}

function onPath(corners: readonly number[], share: number, decimals: number, low: number, high: number): number {
  const at = share * (corners.length - 1)
  const from = corners[Math.floor(at)] ?? 0
  const to = corners[Math.floor(at) + 1] ?? from
  const price = Number((from + (to - from) * (at % 1)).toFixed(decimals))
  return Math.min(high, Math.max(low, price))
}
