import { leanOf } from '#contract/payloads/directions.ts'
import type { Bias } from '#contract/payloads/fields.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import { lasting, type Lasting } from '../candles/lasting.ts'
import { mean } from '../candles/math.ts'

function averagesOrder({ ema_9, ema_21, ema_100 }: IndicatorSnapshot): number | undefined {
  if (ema_9 === undefined || ema_21 === undefined) return undefined
  const steps = [Math.sign(ema_9 - ema_21), ...(ema_100 === undefined ? [] : [Math.sign(ema_21 - ema_100)])]
  return mean(steps)
}

/**
 * Direction of one timeframe, from -1 to 1: the mean of the order of its moving averages (9, 21, 100), the sign of its
 * MACD line, the sign of its directional movement, and its RSI's distance from 50 (20 points count fully). Undefined while
 * none of them is available.
 */
export function directionOf(snapshot: IndicatorSnapshot): number | undefined {
  const { macd, adx, rsi_14 } = snapshot
  const votes = [
    averagesOrder(snapshot),
    macd && Math.sign(macd.macd_line),
    adx && Math.sign(adx.plus_di - adx.minus_di),
    rsi_14 === undefined ? undefined : Math.max(-1, Math.min(1, (rsi_14 - 50) / 20)),
  ]
  return mean(votes.filter((vote) => vote !== undefined))
}

/** Where one timeframe points, as of its last candle. */
export interface Vote {
  /** From -1 to 1; undefined while none of its indicators is available. */
  readonly direction: number | undefined
  /** Its side. */
  readonly lean: Lasting<Bias | undefined>
}

/** The vote after another candle; `before` is undefined before the first. */
export function nextVote(before: Vote | undefined, snapshot: IndicatorSnapshot): Vote {
  const direction = directionOf(snapshot)
  const side = direction === undefined ? undefined : leanOf(direction)
  // The average of 100 candles is the last of the indicators to be known.
  return { direction, lean: lasting(before?.lean, side, snapshot.timestamp, snapshot.ema_100 !== undefined) }
}
