import { patternsDirection, type PatternDirection } from '#contract/payloads/directions.ts'
import type { Candle } from '#contract/candles.ts'
import { lasting, type Lasting } from '../candles/lasting.ts'
import { biasOf, relativeVolume } from '../candles/math.ts'
import type { Swing } from '../structure/zigzag.ts'
import { findCandlesticks, MIN_CANDLES } from './candlesticks.ts'
import { findChartPatterns } from './chart-patterns.ts'

/** A pattern that is still valid. */
export interface ActivePattern {
  readonly name: string
  readonly direction: 1 | -1
  readonly meaning: string
  readonly stage: 'forming' | 'complete' | 'confirmed'
  /** Open time of the candle that completed it or confirmed its last swing, unix seconds. */
  readonly time: number
  /** Its height in average true ranges. */
  readonly size: number
  /** Volume of the completing candle relative to the twenty before; undefined when those had none. */
  readonly relativeVolume: number | undefined
}

interface TrackedCandlestick {
  readonly pattern: ActivePattern
  readonly high: number
  readonly low: number
  readonly advance: number
}

/** Candles for which a candlestick pattern stays valid. */
const LIFETIME = 5
const MAX_ACTIVE = 8

export interface PatternTracker {
  /**
   * Processes the newest of these closed candles; `range` is the average true range, undefined while it warms up.
   * @param isResumed whether the timeframe has been through an outage, so that nothing begins where its candles do
   */
  append(candles: readonly Candle[], range: number | undefined, swings: readonly Swing[], isResumed?: boolean): void
  /** The newest eight, newest first; none while there is no range. */
  active(): readonly ActivePattern[]
  /** Where the active patterns point; undefined without one. */
  direction(): Lasting<PatternDirection | undefined> | undefined
}

function advance(candlestick: TrackedCandlestick, close: number): TrackedCandlestick | undefined {
  const { pattern, high, low } = candlestick
  const beyond = pattern.direction === 1 ? close - high : low - close
  const failed = pattern.direction === 1 ? close < low : close > high
  if (failed || candlestick.advance + 1 >= LIFETIME) return undefined
  const stage = beyond > 0 ? 'confirmed' : pattern.stage
  return { ...candlestick, advance: candlestick.advance + 1, pattern: { ...pattern, stage } }
}

function candlesticksOn(candles: readonly Candle[], range: number): TrackedCandlestick[] {
  const last = candles.length - 1
  const volume = relativeVolume(candles, last)
  return findCandlesticks(candles, last).map(({ name, direction, meaning, length }) => {
    const members = candles.slice(-length)
    const high = Math.max(...members.map((candle) => candle.high))
    const low = Math.min(...members.map((candle) => candle.low))
    const time = candles[last]?.timestamp ?? 0
    const size = (high - low) / range
    return {
      high,
      low,
      advance: 0,
      pattern: { name, direction, meaning, stage: 'complete', time, size, relativeVolume: volume },
    }
  })
}

/**
 * Tracks the patterns of one timeframe. A candlestick pattern is complete with its last candle, confirmed by a close beyond
 * it in its direction, and expires after five candles or with a close on the opposite side; chart patterns are recomputed
 * from the swings with every close.
 */
export function createPatternTracker(): PatternTracker {
  let candlesticks: readonly TrackedCandlestick[] = []
  let active: readonly ActivePattern[] = []
  let direction: Lasting<PatternDirection | undefined> | undefined

  return {
    append(candles, range, swings, isResumed = false) {
      const newest = candles.at(-1)
      if (!newest) return
      const aged = candlesticks.flatMap((each) => advance(each, newest.close) ?? [])
      const hasEnough = range !== undefined && range > 0 && candles.length >= MIN_CANDLES
      candlesticks = hasEnough ? [...candlesticksOn(candles, range), ...aged] : aged
      const charts = hasEnough ? chartsOn(newest, range, swings, relativeVolume(candles, candles.length - 1)) : []
      active = hasEnough
        ? [...candlesticks.map(({ pattern }) => pattern), ...charts]
            .sort((a, b) => b.time - a.time)
            .slice(0, MAX_ACTIVE)
        : []
      const points = patternsDirection(active.map((each) => biasOf(each.direction)))
      direction = lasting(direction, points, newest.timestamp, hasEnough || isResumed)
    },
    active: () => active,
    direction: () => direction,
  }
}

function chartsOn(
  { timestamp, close }: Candle,
  range: number,
  swings: readonly Swing[],
  volume: number | undefined,
): ActivePattern[] {
  const time = swings.at(-1)?.confirmedAt ?? timestamp
  return findChartPatterns({ swings, time: timestamp, close, range }).map(
    ({ name, direction, meaning, stage, trigger, target }) => ({
      name,
      direction,
      meaning,
      stage,
      time,
      size: Math.abs(target - trigger) / range,
      relativeVolume: volume,
    }),
  )
}
