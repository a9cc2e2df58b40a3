import type { Candle } from '#contract/candles.ts'
import { TIMEFRAME_MINUTES, TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'

export const MINUTE_S = 60
export const DAY_S = 86_400

/** Timeframes rolled up from minutes, finest first. */
export const ROLLUP_TIMEFRAMES = TIMEFRAMES.filter((timeframe) => timeframe !== 'M1')

/** Seconds in one candle of a timeframe. */
export const secondsOf = (timeframe: Timeframe): number => TIMEFRAME_MINUTES[timeframe] * MINUTE_S

/** Opening of the candle that contains a time, on the UTC grid; both in unix seconds. */
export function openingOf(atS: number, timeframe: Timeframe): number {
  const width = secondsOf(timeframe)
  return Math.floor(atS / width) * width
}

/**
 * Exchanges report volume with this many decimals. Sums are those of whole units, so that they do not depend on their
 * order: exact up to 2^26 (67 million) of the base currency, where the decimals of a float end.
 */
const VOLUME_UNITS = 1e8
/** The fraction by itself: multiplied with it, the whole would round it away from 2^25 on. */
function unitsOf(volume: number): number {
  const whole = Math.floor(volume)
  return whole * VOLUME_UNITS + Math.round((volume - whole) * VOLUME_UNITS)
}

export const addVolumes = (a: number, b: number): number => (unitsOf(a) + unitsOf(b)) / VOLUME_UNITS

/** Joins an earlier and a later candle; the result opens where the earlier one does. */
export const joinCandles = (earlier: Candle, later: Candle): Candle => ({
  timestamp: earlier.timestamp,
  open: earlier.open,
  high: Math.max(earlier.high, later.high),
  low: Math.min(earlier.low, later.low),
  close: later.close,
  volume: addVolumes(earlier.volume, later.volume),
})

/** The candle of `timeframe` that contains only this finer one. */
export const widen = (candle: Candle, timeframe: Timeframe): Candle => ({
  ...candle,
  timestamp: openingOf(candle.timestamp, timeframe),
})

/** Candles of a timeframe, oldest first, and the number of minutes in each. */
export interface RollUpResult {
  readonly candles: readonly Candle[]
  readonly minutes: readonly number[]
}

/**
 * Rolls candles of a finer timeframe, oldest first, up to a coarser one. The first and the last may be incomplete.
 * @param weights number of minutes in each of `finer`; one each by default
 */
export function rollUp(finer: Iterable<Candle>, timeframe: Timeframe, weights?: readonly number[]): RollUpResult {
  const candles: Candle[] = []
  const minutes: number[] = []
  let running: Candle | undefined
  let weight = 0
  let index = 0
  const finish = () => {
    if (!running) return
    candles.push(running)
    minutes.push(weight)
  }
  for (const candle of finer) {
    const share = weights?.[index++] ?? 1
    const opening = openingOf(candle.timestamp, timeframe)
    if (running?.timestamp === opening) {
      // Mutated in place: months of minutes would otherwise allocate a short-lived candle per step.
      running.high = Math.max(running.high, candle.high)
      running.low = Math.min(running.low, candle.low)
      running.close = candle.close
      running.volume = addVolumes(running.volume, candle.volume)
      weight += share
    } else {
      finish()
      running = { ...candle, timestamp: opening }
      weight = share
    }
  }
  finish()
  return { candles, minutes }
}

/** Rolls minutes, oldest first, up to a timeframe; the first and the last candle may be incomplete. */
export const foldMinutes = (minutes: Iterable<Candle>, timeframe: Timeframe): readonly Candle[] =>
  rollUp(minutes, timeframe).candles

/** True when the candle opens on the grid of its timeframe. */
export const isOnGrid = (candle: Candle, timeframe: Timeframe): boolean =>
  Number.isSafeInteger(candle.timestamp) && candle.timestamp >= 0 && candle.timestamp % secondsOf(timeframe) === 0

/** Merges two lists by opening, oldest first; `stronger` wins where both have a candle. */
export function mergeCandles(weaker: readonly Candle[], stronger: readonly Candle[]): readonly Candle[] {
  if (weaker.length === 0) return stronger
  const merged: Candle[] = []
  let at = 0
  for (const candle of stronger) {
    for (let other = weaker[at]; other && other.timestamp <= candle.timestamp; other = weaker[++at]) {
      if (other.timestamp < candle.timestamp) merged.push(other)
    }
    merged.push(candle)
  }
  for (; at < weaker.length; at += 1) {
    const other = weaker[at]
    if (other) merged.push(other)
  }
  return merged
}
