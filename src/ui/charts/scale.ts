import type { Series } from './series.ts'
import { inSight } from './view.ts'
import type { View } from './view.ts'

/** Lowest and highest price and largest volume that a frame has room for. Always low < high and volume > 0. */
export interface Range {
  readonly low: number
  readonly high: number
  readonly volume: number
}

/** Share of the price span left free above and below, so that a small new extreme needs no new scale. */
const PADDING = 0.05
/** Half span of a market that did not move at all, as a share of its price. */
const FLAT = 0.001
/** Below what any exchange counts. */
const LEAST_VOLUME = 1e-12

/** The range of the candles in a view; of the newest candle when none is in sight. */
export function rangeOf(series: Series, view: View): Range {
  const { first, last } = inSight(view, series)
  const seen = series.candles.slice(Math.max(0, first - series.first), Math.max(0, last - series.first + 1))
  const shown = seen.length > 0 ? seen : [series.at(series.last) ?? { low: 1, high: 1, volume: 0 }]
  const low = Math.min(...shown.map((candle) => candle.low))
  const high = Math.max(...shown.map((candle) => candle.high))
  const volume = Math.max(...shown.map((candle) => candle.volume))
  const span = high - low
  const padding = span > high * 1e-12 ? span * PADDING : high * FLAT
  return { low: low - padding, high: high + padding, volume: volume > LEAST_VOLUME ? volume * (1 + PADDING) : 1 }
}

/** So that a bound which is a multiple of the step, but for its last bits, still is one. */
const HAIR = 1e-6

export interface Ticks {
  readonly values: readonly number[]
  readonly decimals: number
}

/**
 * At most about `count` round values from `low` to `high`: steps of 1, 2 or 5 times a power of ten, none below zero. Steps
 * finer than `decimals`, the pair's own precision, only where nothing else would fit in.
 */
export function priceTicks(low: number, high: number, count: number, decimals: number): Ticks {
  const span = high - low
  const finest = 10 ** -decimals
  const raw = Math.max(span / Math.max(1, count), span >= 2 * finest ? finest : 0)
  const power = Math.floor(Math.log10(raw * 1.000_001))
  const unit = 10 ** power
  const lead = [1, 2, 5].find((multiple) => multiple * unit >= raw * 0.999) ?? 10
  const step = lead * unit
  const start = Math.ceil(Math.max(0, low) / step - HAIR)
  const length = Math.max(0, Math.floor(high / step + HAIR) - start + 1)
  const values = Array.from({ length: Math.min(length, 2 * count + 2) }, (_, i) => (start + i) * step)
  return { values, decimals: Math.max(decimals, lead === 10 ? -power - 1 : -power) }
}

const TIME_STEPS_MIN = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1440, 2880, 7200, 14_400]
const LABEL_PX = 84

/** Slots to label under the chart: the first candle at or after each round time, about one per 84 px. */
export function timeTicks(series: Series, view: View, slotPx: number): number[] {
  const minutes = LABEL_PX / slotPx
  const step = (TIME_STEPS_MIN.find((candidate) => candidate >= minutes) ?? 43_200) * 60
  const ticks: number[] = []
  const until = Math.min(series.last, Math.floor(view.to))
  for (let slot = Math.max(series.first + 1, Math.ceil(view.from)); slot <= until; slot++) {
    const time = series.at(slot)?.timestamp ?? 0
    const before = series.at(slot - 1)?.timestamp ?? time
    const previous = ticks.at(-1)
    const crowded = previous !== undefined && (slot - previous) * slotPx < LABEL_PX * 0.7
    if (Math.floor(time / step) !== Math.floor(before / step) && !crowded) ticks.push(slot)
  }
  return ticks
}
