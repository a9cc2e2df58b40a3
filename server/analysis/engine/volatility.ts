import { TIMEFRAME_MINUTES, type Timeframe } from '#contract/timeframes.ts'
import type { TimeframeState } from './timeframe.ts'

export type Timeframes = Readonly<Record<Timeframe, TimeframeState>>

const COARSEST_FIRST: readonly Timeframe[] = ['H1', 'M30', 'M15', 'M5', 'M1']
const WEEK_OF_HOURS = 168

/** Scales an average true range over `minutes` to `targetMinutes`, as for a random walk. */
const scaled = (range: number, minutes: number, targetMinutes: number): number =>
  range * Math.sqrt(targetMinutes / minutes)

/**
 * Average true range of an hour (ATR 14 of H1). While H1 warms up, that of the coarsest available timeframe, scaled by the
 * square root of time.
 */
export function hourlyRange(timeframes: Timeframes): number | undefined {
  for (const timeframe of COARSEST_FIRST) {
    const atr = timeframes[timeframe].snapshots.at(-1)?.atr_14
    if (atr !== undefined && atr > 0) return scaled(atr, TIMEFRAME_MINUTES[timeframe], 60)
  }
  return undefined
}

/** Mean hourly range of the last week; undefined while H1 warms up. */
export function typicalHourlyRange(timeframes: Timeframes): number | undefined {
  let sum = 0
  let count = 0
  for (const { atr_14 } of timeframes.H1.snapshots.slice(-WEEK_OF_HOURS)) {
    if (atr_14 === undefined) continue
    sum += atr_14
    count += 1
  }
  return count === 0 ? undefined : sum / count
}
