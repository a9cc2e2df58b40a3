import { isCoherent, type Candle } from '#contract/candles.ts'
import { TIMEFRAME_MINUTES, TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'

export const MINUTE_S = 60

/** Timeframes made from minutes, finest first. */
export const ROLLUP_TIMEFRAMES = TIMEFRAMES.filter((timeframe) => timeframe !== 'M1')

/** Seconds in one candle of a timeframe. */
export const secondsOf = (timeframe: Timeframe): number => TIMEFRAME_MINUTES[timeframe] * MINUTE_S

/** Opening of the candle that holds a moment, on the UTC grid; unix seconds in and out. */
export const openingOf = (atS: number, timeframe: Timeframe): number => atS - (atS % secondsOf(timeframe))

/** Exchanges count volume to this many decimals; sums are kept on that grid, so that they do not depend on their order. */
const VOLUME_UNITS = 1e8

export const addVolumes = (a: number, b: number): number => Math.round((a + b) * VOLUME_UNITS) / VOLUME_UNITS

/** One candle out of an earlier and a later one; it opens where the earlier one does. */
export const joinCandles = (earlier: Candle, later: Candle): Candle => ({
  timestamp: earlier.timestamp,
  open: earlier.open,
  high: Math.max(earlier.high, later.high),
  low: Math.min(earlier.low, later.low),
  close: later.close,
  volume: addVolumes(earlier.volume, later.volume),
})

/** The candle of `timeframe` that holds just this finer one. */
export const widen = (candle: Candle, timeframe: Timeframe): Candle => ({
  ...candle,
  timestamp: openingOf(candle.timestamp, timeframe),
})

/** A candle and how many minutes went into it. */
export interface Tally {
  readonly candle: Candle
  readonly minutes: number
}

/** Rolls tallies of a finer timeframe, oldest first, up to a coarser one. */
export function rollUp(parts: Iterable<Tally>, timeframe: Timeframe): Tally[] {
  const rolled: Tally[] = []
  let running: Tally | undefined
  for (const { candle, minutes } of parts) {
    if (running && openingOf(candle.timestamp, timeframe) === running.candle.timestamp) {
      running = { candle: joinCandles(running.candle, candle), minutes: running.minutes + minutes }
    } else {
      if (running) rolled.push(running)
      running = { candle: widen(candle, timeframe), minutes }
    }
  }
  if (running) rolled.push(running)
  return rolled
}

/** Minutes as tallies. */
export const tallied = (minutes: readonly Candle[]): Tally[] => minutes.map((candle) => ({ candle, minutes: 1 }))

/** Rolls minutes, oldest first, up to a timeframe; the first and the last candle may lack some of theirs. */
export const foldMinutes = (minutes: readonly Candle[], timeframe: Timeframe): Candle[] =>
  rollUp(tallied(minutes), timeframe).map(({ candle }) => candle)

/** True for figures that can be a candle's: finite, prices above zero, volume not below, low and high around the rest. */
export const isCandle = (candle: Candle): boolean =>
  Number.isFinite(candle.open + candle.high + candle.low + candle.close + candle.volume) &&
  candle.low > 0 &&
  candle.volume >= 0 &&
  isCoherent(candle)

/** True when it opens on the grid of its timeframe. */
export const isOnGrid = (candle: Candle, timeframe: Timeframe): boolean =>
  Number.isSafeInteger(candle.timestamp) && candle.timestamp >= 0 && candle.timestamp % secondsOf(timeframe) === 0

/** Both, oldest first; where both have a candle, `stronger`'s counts. */
export function unite(weaker: readonly Candle[], stronger: readonly Candle[]): Candle[] {
  const united: Candle[] = []
  let at = 0
  for (const candle of stronger) {
    for (let other = weaker[at]; other && other.timestamp <= candle.timestamp; other = weaker[++at]) {
      if (other.timestamp < candle.timestamp) united.push(other)
    }
    united.push(candle)
  }
  for (; at < weaker.length; at += 1) {
    const other = weaker[at]
    if (other) united.push(other)
  }
  return united
}
