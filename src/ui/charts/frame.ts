import { formatFigure } from './figures.ts'
import { priceTicks, rangeOf, timeTicks } from './scale.ts'
import type { Range } from './scale.ts'
import type { Series } from './series.ts'
import { FONT_PX } from './theme.ts'
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

export const TIME_AXIS_PX = 24
/** From the plot's right edge to the price labels. */
export const AXIS_INSET_PX = 6
const TOP_PX = 8
/** Advance of a figure in the mono font, generously. */
const CHARACTER_PX = FONT_PX * 0.62
const BODY_SHARE = 0.7
const BODY_MOST_PX = 33
/** Share of the plot's height that volumes may fill, and that prices stay above. */
const VOLUME_SHARE = 0.17

const axisWidth = (range: Range, decimals: number) =>
  Math.ceil((formatFigure(range.high, decimals).length * CHARACTER_PX + 14) / 8) * 8

/** Lays one frame out: the maps from slot and price to CSS pixels, and what to label. Finite for every series. */
export function layOut(series: Series, view: View, size: Size, settings: ChartSettings) {
  const range = rangeOf(series, view)
  const plotHeight = Math.max(1, size.height - TIME_AXIS_PX)
  const pricePx = Math.max(1, plotHeight * (1 - VOLUME_SHARE) - TOP_PX) / (range.high - range.low)
  const priceAt = (y: number) => range.high - (y - TOP_PX) / pricePx
  const ticks = priceTicks(priceAt(plotHeight), priceAt(0), Math.ceil(plotHeight / 48), settings.decimals)
  const plotWidth = Math.max(1, size.width - axisWidth(range, ticks.decimals))
  const slotPx = plotWidth / (view.to - view.from)
  const body = Math.max(1, Math.floor(Math.min(BODY_MOST_PX, slotPx * BODY_SHARE) * size.pixelRatio))
  return {
    ...settings,
    series,
    view,
    range,
    size,
    plotWidth,
    plotHeight,
    /** One device pixel, in CSS pixels. */
    pixel: 1 / size.pixelRatio,
    /** Not finer than the pair's, unless its prices are too close together for that. */
    decimals: ticks.decimals,
    /** Odd in device pixels, so that the wick stands in the middle. */
    bodyPx: (body % 2 === 0 ? body - 1 : body) / size.pixelRatio,
    volumePx: (plotHeight * VOLUME_SHARE) / range.volume,
    prices: ticks.values,
    times: timeTicks(series, view, slotPx),
    x: (slot: number) => (slot - view.from) * slotPx,
    slotAt: (x: number) => Math.round(view.from + x / slotPx),
    y: (price: number) => TOP_PX + (range.high - price) * pricePx,
    priceAt,
    /** To the nearest device pixel. */
    snap: (px: number) => Math.round(px * size.pixelRatio) / size.pixelRatio,
  }
}

/** One laid-out state of a chart: everything its painters read. */
export type Frame = Readonly<ReturnType<typeof layOut>>
