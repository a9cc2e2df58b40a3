import type { Candle } from '#contract/candles.ts'
import { formatChange, formatFixed, percentTicks, ratioTicks, roundTicks, timeTicks } from '../format/chart-labels.ts'
import { toZone } from '../format/regional.ts'
import { visibleSlots, type View } from '../input/viewport.ts'
import type { CanvasSize } from '../screen/canvas.ts'
import { CANVAS_FONT_PX, type CanvasTheme } from '../theme/canvas.ts'
import type { Drawings } from './drawings/drawings.ts'
import { comparedRange } from './overlays/comparison.ts'
import type { ChartOverlays } from './overlays/data.ts'
import type { ChartFuture } from './move-bands.ts'
import { priceScale, type ScaleName } from './scale.ts'
import type { Series, ChartHighlight } from './series.ts'
import { zoneLabel, type PriceZone, type ZoneMode } from './zones.ts'

/** Chart settings that may change at any time. */
export interface ChartSettings {
  readonly zones: readonly PriceZone[]
  readonly mode: ZoneMode
  readonly theme: CanvasTheme
  /** Price decimals of the pair. */
  readonly decimals: number
  /** What is drawn beside the candles. */
  readonly overlays?: ChartOverlays | undefined
  /** Whether volumes are drawn below the prices; true if absent. */
  readonly showsVolume?: boolean | undefined
  /** Number of panes below the plot. */
  readonly panes?: number
  /** What is expected of the next candles. */
  readonly future?: ChartFuture | undefined
  /** What another part of the page points at. */
  readonly highlight?: ChartHighlight | undefined
  /** Linear if absent. */
  readonly scale?: ScaleName | undefined
  /** Whether the first view has more candles, each of them narrower. */
  readonly isDense?: boolean | undefined
  /** Whether times are those of a zone other than UTC: they are drawn anew when it changes. */
  readonly isLocalTime?: boolean | undefined
  readonly isFullScreen?: boolean | undefined
  /** What the user has drawn. */
  readonly drawings?: Drawings | undefined
}

export const TIME_AXIS_PX = 24
/** From the left edge of the price axis to its labels. */
export const AXIS_INSET_PX = 6
/** Room on both sides of the label of a level. */
export const LEVEL_INSET_PX = 4
/** Of the plot with the labels of levels: below it, they name only kind and touches. */
const WIDE_PX = 640
const TOP_PX = 8
/** Approximate advance width of a digit in the monospaced font, rounded up. */
export const CHARACTER_PX = CANVAS_FONT_PX * 0.62
const PRICE_LABEL_PX = 48
const TIME_LABEL_PX = 84
const MAX_PANE_PX = 96
/** Of the height that panes may take from the plot. */
const MAX_PANES_SHARE = 0.6
/** About the widest price axis. */
const MAX_AXIS_PX = 96
const BODY_RATIO = 0.7
const MAX_BODY_PX = 33
/** Share of the plot height used by volumes; prices stay above it. */
const VOLUME_RATIO = 0.17
/** Share of the largest volume left free above it. */
const PADDING = 0.05
/** Smaller than the volume unit of any exchange. */
const MIN_VOLUME = 1e-12

/** Slots in one drawn column: several where a device pixel has more than one, so that none is dropped. */
function slotsPerColumn({ from, to }: View, { width, pixelRatio }: CanvasSize): number {
  const pixels = Math.max(1, (width - MAX_AXIS_PX) * pixelRatio)
  return Math.max(1, Math.ceil((to - from) / pixels))
}

/** First slot of the column that a slot is drawn in. It does not depend on the view, so that panning regroups nothing. */
export const columnOf = (slot: number, slots: number): number => Math.floor(slot / slots) * slots

/**
 * Lowest and highest price, and largest volume, of a view: those of the columns in view, or of the newest candle if none is.
 * The volume is above 0.
 */
export function visibleRange(series: Series, view: View, slots = 1, highlight?: ChartHighlight) {
  const { first, last } = visibleSlots(view, series)
  let [low, high, volume] = [Infinity, -Infinity, 0]
  const include = (candle: Pick<Candle, 'low' | 'high' | 'volume'>) => {
    if (candle.low < low) low = candle.low
    if (candle.high > high) high = candle.high
    if (candle.volume > volume) volume = candle.volume
  }
  for (let slot = columnOf(first, slots); slot <= last; slot += slots) {
    const candle = series.merged(slot, slots)
    if (candle) include(candle)
  }
  if (high < low) include(series.newest ?? { low: 1, high: 1, volume: 0 })
  if (highlight?.kind === 'price') include({ ...highlight, volume })
  return { low, high, volume: volume > MIN_VOLUME ? volume * (1 + PADDING) : 1 }
}

const roundUp = (px: number): number => Math.ceil(px / 8) * 8

/** Width of the labels of all levels, also of those out of view, so that panning does not change it. */
function levelLabelsPx({ zones, mode }: ChartSettings, labelOf: (zone: PriceZone) => string): number {
  if (mode === 'off' || zones.length === 0) return 0
  return roundUp(Math.max(...zones.map((zone) => labelOf(zone).length)) * CHARACTER_PX + 2 * LEVEL_INSET_PX)
}

const DAY_S = 86_400

/** Times as the user's zone has them, for choosing round ones: each day is asked for once, since zones are slow. */
function zonedTimes(series: Series): (slot: number) => number {
  const shifts = new Map<number, number>()
  return (slot) => {
    const time = series.timeAt(slot)
    const day = Math.floor(time / DAY_S)
    let shift = shifts.get(day)
    if (shift === undefined) {
      shift = toZone(day * DAY_S * 1000) / 1000 - day * DAY_S
      shifts.set(day, shift)
    }
    return time + shift
  }
}

/** What labels of prices are written as, and the prices that have one. */
function priceLabels(
  scale: ScaleName,
  [low, high]: readonly [number, number],
  count: number,
  settings: ChartSettings,
  base: number,
) {
  if (scale === 'percent') {
    const { values, decimals } = percentTicks(low, high, count, base)
    return { values, decimals: settings.decimals, labelOf: (price: number) => formatChange(base, price, decimals) }
  }
  const { values, decimals } = (scale === 'log' ? ratioTicks : roundTicks)(low, high, count, settings.decimals)
  return { values, decimals, labelOf: (price: number) => formatFixed(price, decimals) }
}

/** The price that changes are from: the first open in view, as that of the figure 'In view'. */
function baseOf(series: Series, view: View): number {
  const open = (series.at(visibleSlots(view, series).first) ?? series.newest)?.open ?? 1
  return open > 0 ? open : 1
}

/** Computes the layout in CSS px: the scales for slots and prices, and the ticks. Finite for every series. */
export function computeLayout(series: Series, view: View, size: CanvasSize, settings: ChartSettings) {
  const columnSlots = slotsPerColumn(view, size)
  const candles = visibleRange(series, view, columnSlots, settings.highlight)
  const compared = settings.overlays && comparedRange({ series, view }, settings.overlays, columnSlots)
  const range = {
    volume: candles.volume,
    low: Math.min(candles.low, compared?.low ?? Infinity),
    high: Math.max(candles.high, compared?.high ?? -Infinity),
  }
  const [from, to] = [Math.max(series.first + 1, Math.ceil(view.from)), Math.min(series.last, view.to)]
  const available = size.height - TIME_AXIS_PX
  const { panes = 0 } = settings
  const paneHeight = panes === 0 ? 0 : Math.floor(Math.min(MAX_PANE_PX, (available * MAX_PANES_SHARE) / panes))
  const volumeRatio = settings.showsVolume === false ? 0 : VOLUME_RATIO
  const plotHeight = Math.max(1, available - panes * paneHeight)
  const pricesPx = Math.max(1, plotHeight * (1 - volumeRatio) - TOP_PX)
  const { name, low, high, shareAt, priceOf } = priceScale(range, settings.scale)
  const priceAt = (y: number) => priceOf(1 - (y - TOP_PX) / pricesPx)
  // only where a label fits entirely into the plot
  const edge = Math.min(CANVAS_FONT_PX / 2, plotHeight / 4)
  const base = baseOf(series, view)
  const labelled = [priceAt(plotHeight - edge), priceAt(edge)] as const
  const ticks = priceLabels(name, labelled, plotHeight / PRICE_LABEL_PX, settings, base)
  const widest = name === 'percent' ? Math.max(...[low, high].map((price) => ticks.labelOf(price).length)) : 0
  const labelPx = Math.max(widest, formatFixed(high, ticks.decimals).length) * CHARACTER_PX
  const axisLeft = Math.max(1, size.width - roundUp(labelPx + 14))
  const levelLabel = (zone: PriceZone) => zoneLabel(zone, ticks.decimals, axisLeft >= WIDE_PX)
  const plotWidth = Math.max(1, axisLeft - levelLabelsPx(settings, levelLabel))
  const slotPx = plotWidth / (view.to - view.from)
  const snap = (px: number) => Math.round(px * size.pixelRatio) / size.pixelRatio
  // Where there is room for three pixels and one between, a candle is more than a line.
  const leastHalf = slotPx * size.pixelRatio >= 4 ? 1 : 0
  const halfBody = Math.max(
    leastHalf,
    Math.floor((Math.min(MAX_BODY_PX, slotPx * BODY_RATIO) * size.pixelRatio - 1) / 2),
  )
  return {
    ...settings,
    /** Linear where the prices do not allow the logarithmic one. */
    scale: name,
    series,
    view,
    size,
    plotWidth,
    /** Left edge of the price axis; between the plot and it are the labels of the levels. */
    axisLeft,
    levelLabel,
    plotHeight,
    /** Of each pane, below the plot. */
    paneHeight,
    /** Slots drawn as one candle. */
    columnSlots,
    priceAt,
    /** Whether a candle, or the column it is in, lies within the current scale. */
    fits: (candle: Candle) => candle.low >= low && candle.high <= high && candle.volume <= range.volume,
    /** The pair's decimals, or more where the ticks are closer together than that. */
    decimals: ticks.decimals,
    prices: ticks.values,
    /** A price as the axis writes it: on the percent scale, its change from `base`. */
    labelOf: ticks.labelOf,
    /** What changes are from; undefined where the axis has prices. */
    base: name === 'percent' ? base : undefined,
    /** Slots with a time label. */
    times: timeTicks(zonedTimes(series), from, to, TIME_LABEL_PX / slotPx, series.stepS),
    /** One device pixel, in CSS px. */
    pixel: 1 / size.pixelRatio,
    /** An odd number of device pixels, so that the wick is centered. */
    bodyPx: (2 * halfBody + 1) / size.pixelRatio,
    volumePx: (plotHeight * volumeRatio) / range.volume,
    x: (slot: number) => (slot - view.from) * slotPx,
    y: (price: number) => snap(TOP_PX + (1 - shareAt(price)) * pricesPx),
    /** Rounds to the nearest device pixel, as `y` does. */
    snap,
  }
}

/** The computed layout of a chart: everything the draw functions read. */
export type ChartLayout = Readonly<ReturnType<typeof computeLayout>>
