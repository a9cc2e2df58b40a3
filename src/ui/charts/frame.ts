import { formatFigure, priceTicks, rangeOf, timeTicks } from './scale.ts'
import type { Range } from './scale.ts'
import type { Series } from './series.ts'
import type { ChartTheme } from './theme.ts'
import type { View } from './view.ts'
import type { PriceZone, ZoneMode } from './zones.ts'

/** What of a chart its owner may change at any time. */
export interface ChartSettings {
  readonly zones: readonly PriceZone[]
  readonly mode: ZoneMode
  readonly theme: ChartTheme
  /** Decimals of the pair's price. */
  readonly decimals: number
}

export interface Size {
  readonly width: number
  readonly height: number
  readonly pixelRatio: number
}

/** Everything a painter needs: the maps from slot and price to CSS pixels, and what to label. */
export interface Frame extends ChartSettings {
  readonly series: Series
  readonly view: View
  readonly range: Range
  readonly size: Size
  /** Width and height of the plot, without the axes. */
  readonly plotWidth: number
  readonly plotHeight: number
  readonly slotPx: number
  /** Width of a candle's body: odd in device pixels, so that the wick stands in its middle. */
  readonly bodyPx: number
  readonly pricePx: number
  readonly volumePx: number
  readonly prices: readonly number[]
  readonly times: readonly number[]
  x(slot: number): number
  y(price: number): number
  priceAt(y: number): number
  /** To the nearest device pixel. */
  snap(px: number): number
}

export const FONT_PX = 11
export const TIME_AXIS_PX = 24
const TOP_PX = 8
/** Advance of a figure in the mono font, generously. */
const CHARACTER_PX = FONT_PX * 0.62
const BODY_SHARE = 0.7
const BODY_MOST_PX = 33
/** Share of the plot's height that volumes may fill, and that prices stay above. */
const VOLUME_SHARE = 0.17

const axisWidth = (range: Range, decimals: number) =>
  Math.ceil((formatFigure(range.high, decimals).length * CHARACTER_PX + 14) / 8) * 8

/** Lays one frame out. Pure; finite for every series, also an empty one. */
export function layOut(series: Series, view: View, size: Size, settings: ChartSettings): Frame {
  const range = rangeOf(series, view)
  const plotHeight = Math.max(1, size.height - TIME_AXIS_PX)
  const pricePx = Math.max(1, plotHeight * (1 - VOLUME_SHARE) - TOP_PX) / (range.high - range.low)
  const y = (price: number) => TOP_PX + (range.high - price) * pricePx
  const priceAt = (px: number) => range.high - (px - TOP_PX) / pricePx
  const ticks = priceTicks(priceAt(plotHeight), priceAt(0), Math.ceil(plotHeight / 48), settings.decimals)
  const plotWidth = Math.max(1, size.width - axisWidth(range, ticks.decimals))
  const slotPx = plotWidth / (view.to - view.from)
  const body = Math.floor(Math.min(BODY_MOST_PX, slotPx * BODY_SHARE) * size.pixelRatio)
  return {
    ...settings,
    decimals: ticks.decimals,
    series,
    view,
    range,
    size,
    plotWidth,
    plotHeight,
    slotPx,
    bodyPx: Math.max(1, body % 2 === 0 ? body - 1 : body) / size.pixelRatio,
    pricePx,
    volumePx: (plotHeight * VOLUME_SHARE) / range.volume,
    prices: ticks.values,
    times: timeTicks(series, view, slotPx),
    x: (slot) => (slot - view.from) * slotPx,
    y,
    priceAt,
    snap: (px) => Math.round(px * size.pixelRatio) / size.pixelRatio,
  }
}
