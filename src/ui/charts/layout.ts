import type { Candle } from '#contract/candles.ts'
import { extremesOf, missingMinutes } from '../format/candles.ts'
import { formatFixed } from '../format/chart-labels.ts'
import { toZone } from '../format/regional.ts'
import { roundTicks, timeTicks } from '../format/ticks.ts'
import { visibleSlots } from '../input/viewport.ts'
import type { View } from '../input/viewport.ts'
import type { CanvasSize } from '../screen/canvas.ts'
import { CANVAS_FONT_PX } from '../theme/canvas.ts'
import type { CanvasTheme } from '../theme/canvas.ts'
import type { PriceZone, ZoneMode } from './zones.ts'

/** The candles of a chart, oldest first, addressed by slot. A candle keeps its slot: dropping the oldest one raises `first`. */
export class Series {
  candles: readonly Candle[] = []
  first = 0

  /** Slot of the newest candle; `first - 1` if empty. */
  get last(): number {
    return this.first + this.candles.length - 1
  }
  get newest(): Candle | undefined {
    return this.candles.at(-1)
  }
  at(slot: number): Candle | undefined {
    return this.candles[slot - this.first]
  }
  timeAt(slot: number): number {
    return this.at(slot)?.timestamp ?? 0
  }
  /** Number of minutes without a candle right before this slot. */
  missingBefore(slot: number): number {
    const candle = this.at(slot)
    return candle ? missingMinutes(this.at(slot - 1), candle) : 0
  }

  /** Shows `next` instead. Returns whether the newest candle is all that may have changed: the others are the same objects. */
  show(next: readonly Candle[]): 'newest' | 'all' {
    const { candles: shown, last, newest } = this
    const time = newest?.timestamp ?? -1
    // the candle that was newest keeps its slot, so that the view does not jump when the window is refilled or full
    const index = next.findLastIndex(({ timestamp }) => timestamp <= time)
    this.candles = next
    this.first = index < 0 ? 0 : last - index
    if (next.length !== shown.length || next.at(-1)?.timestamp !== time) return 'all'
    for (let at = 0; at < index; at += 1) if (next[at] !== shown[at]) return 'all'
    return 'newest'
  }
}

/** Chart settings that may change at any time. */
export interface ChartSettings {
  readonly zones: readonly PriceZone[]
  readonly mode: ZoneMode
  readonly theme: CanvasTheme
  /** Price decimals of the pair. */
  readonly decimals: number
}

const TIME_AXIS_PX = 24
/** From the plot's right edge to the price labels. */
export const AXIS_INSET_PX = 6
const TOP_PX = 8
/** Approximate advance width of a digit in the monospaced font, rounded up. */
const CHARACTER_PX = CANVAS_FONT_PX * 0.62
const PRICE_LABEL_PX = 48
const TIME_LABEL_PX = 84
const BODY_RATIO = 0.7
const MAX_BODY_PX = 33
/** Share of the plot height used by volumes; prices stay above it. */
const VOLUME_RATIO = 0.17
/** Share of the price span left free above and below, so that a slightly higher high needs no new scale. */
const PADDING = 0.05
/** Half of the span of a market that did not move, as a share of its price. */
const FLAT_PADDING = 0.001
/** Smaller than the volume unit of any exchange. */
const MIN_VOLUME = 1e-12

/**
 * Price range and largest volume that fit into a view: those of the candles in view, or of the newest candle if none is.
 * Always low < high and volume > 0.
 */
export function visibleRange(series: Series, view: View) {
  const { first, last } = visibleSlots(view, series)
  const inView = series.candles.slice(first - series.first, Math.max(0, last - series.first + 1))
  const shown = inView.length > 0 ? inView : [series.newest ?? { low: 1, high: 1, volume: 0 }]
  const { low, high, volume } = extremesOf(shown)
  const padding = high - low > high * 1e-12 ? (high - low) * PADDING : high * FLAT_PADDING
  return { low: low - padding, high: high + padding, volume: volume > MIN_VOLUME ? volume * (1 + PADDING) : 1 }
}

/** Computes the layout in CSS px: the scales for slots and prices, and the ticks. Finite for every series. */
export function computeLayout(series: Series, view: View, size: CanvasSize, settings: ChartSettings) {
  const range = visibleRange(series, view)
  const [from, to] = [Math.max(series.first + 1, Math.ceil(view.from)), Math.min(series.last, view.to)]
  const plotHeight = Math.max(1, size.height - TIME_AXIS_PX)
  const pricePx = Math.max(1, plotHeight * (1 - VOLUME_RATIO) - TOP_PX) / (range.high - range.low)
  const priceAt = (y: number) => range.high - (y - TOP_PX) / pricePx
  // only where a label fits entirely into the plot
  const edge = Math.min(CANVAS_FONT_PX / 2, plotHeight / 4)
  const ticks = roundTicks(priceAt(plotHeight - edge), priceAt(edge), plotHeight / PRICE_LABEL_PX, settings.decimals)
  const labelPx = formatFixed(range.high, ticks.decimals).length * CHARACTER_PX
  const plotWidth = Math.max(1, size.width - Math.ceil((labelPx + 14) / 8) * 8)
  const slotPx = plotWidth / (view.to - view.from)
  const snap = (px: number) => Math.round(px * size.pixelRatio) / size.pixelRatio
  const halfBody = Math.max(0, Math.floor((Math.min(MAX_BODY_PX, slotPx * BODY_RATIO) * size.pixelRatio - 1) / 2))
  return {
    ...settings,
    series,
    view,
    size,
    plotWidth,
    plotHeight,
    priceAt,
    /** Whether a candle lies within the current scale. */
    fits: ({ low, high, volume }: Candle) => low >= range.low && high <= range.high && volume <= range.volume,
    /** The pair's decimals, or more where the ticks are closer together than that. */
    decimals: ticks.decimals,
    prices: ticks.values,
    /** Slots with a time label. */
    times: timeTicks((slot) => toZone(series.timeAt(slot) * 1000) / 1000, from, to, TIME_LABEL_PX / slotPx),
    /** One device pixel, in CSS px. */
    pixel: 1 / size.pixelRatio,
    /** An odd number of device pixels, so that the wick is centered. */
    bodyPx: (2 * halfBody + 1) / size.pixelRatio,
    volumePx: (plotHeight * VOLUME_RATIO) / range.volume,
    x: (slot: number) => (slot - view.from) * slotPx,
    y: (price: number) => snap(TOP_PX + (range.high - price) * pricePx),
    /** Rounds to the nearest device pixel, as `y` does. */
    snap,
  }
}

/** The computed layout of a chart: everything the draw functions read. */
export type ChartLayout = Readonly<ReturnType<typeof computeLayout>>
