import type { Candle } from '#contract/candles.ts'
import { formatMinutes } from '../format/candles.ts'
import { formatTimeTick } from '../format/chart-labels.ts'
import { zoneName } from '../format/regional.ts'
import { clamp, visibleSlots } from '../input/viewport.ts'
import { addMark, clearCanvas, drawTag, placeMark, TAG_PX } from '../screen/canvas.ts'
import { canvasFont, CANVAS_FONT_PX } from '../theme/canvas.ts'
import * as css from './charts.css.ts'
import { AXIS_INSET_PX, columnOf, TIME_AXIS_PX, LEVEL_INSET_PX, type ChartLayout } from './layout.ts'
import { drawMoveBands } from './move-bands.ts'
import { levelOf, zoneOpacity, type PriceZone } from './zones.ts'

/** The part of the 2D context used here. Colours are set but not restored: the surrounding shape does that. */
export type DrawingContext = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'globalAlpha'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
  | 'fillRect'
  | 'fillText'
  | 'measureText'
  | 'createLinearGradient'
>

const VOLUME_ALPHA = 0.34
const GAP_ALPHA = 0.5
const GAP_TICK_PX = 16
/** Height of a label of a price or level. */
const LABEL_PX = CANVAS_FONT_PX + 4

const trendOf = ({ open, close }: Candle): 'up' | 'down' => (close >= open ? 'up' : 'down')

/**
 * Draws candles and volumes of slots `from` to `to`, aligned to device pixels for the cheapest fillRect. Slots that share a
 * column are drawn as one candle. `x`: centre of a slot.
 */
export function drawCandles(
  context: DrawingContext,
  layout: ChartLayout,
  from: number,
  to: number,
  x: (slot: number) => number,
): void {
  const { series, theme, snap, y, bodyPx, pixel, plotHeight, volumePx, columnSlots } = layout
  const middle = (columnSlots - 1) / 2
  for (let slot = columnOf(from, columnSlots); slot <= to; slot += columnSlots) {
    const candle = series.merged(slot, columnSlots)
    if (!candle) continue
    const wick = snap(x(slot + middle) - pixel / 2)
    const left = wick - (bodyPx - pixel) / 2
    const [high, low, open, close] = [y(candle.high), y(candle.low), y(candle.open), y(candle.close)]
    const volume = Math.ceil((candle.volume * volumePx) / pixel) * pixel
    context.fillStyle = theme[trendOf(candle)]
    context.globalAlpha = VOLUME_ALPHA
    context.fillRect(left, plotHeight - volume, bodyPx, volume)
    context.globalAlpha = 1
    // A body as narrow as its wick lies within it.
    const isLine = bodyPx === pixel
    context.fillRect(wick, high, pixel, isLine ? Math.max(pixel, low - high) : low - high)
    if (!isLine) context.fillRect(left, Math.min(open, close), bodyPx, Math.max(pixel, Math.abs(open - close)))
  }
}

function drawGrid(
  context: DrawingContext,
  { theme, prices, times, x, y, snap, plotWidth, plotHeight, pixel }: ChartLayout,
): void {
  context.fillStyle = theme.grid
  for (const price of prices) context.fillRect(0, y(price), plotWidth, pixel)
  for (const slot of times) context.fillRect(snap(x(slot)), 0, pixel, plotHeight)
}

/** Marks missing minutes with a tick, and with their count and a faint line where the count fits. */
function drawGaps(
  context: DrawingContext,
  { series, theme, snap, x, plotHeight }: ChartLayout,
  from: number,
  to: number,
): void {
  let free = 0
  context.fillStyle = theme.warning
  for (let slot = from; slot <= to; slot++) {
    const missing = series.missingBefore(slot)
    if (missing === 0) continue
    const left = snap(x(slot - 0.5))
    const count = `gap ${formatMinutes(missing)}`
    const half = context.measureText(count).width / 2
    context.fillRect(left, GAP_TICK_PX, 1, GAP_TICK_PX / 2)
    if (left - half < free) continue
    free = left + half + 8
    context.fillText(count, left - half, GAP_TICK_PX / 2 + 1)
    context.globalAlpha = GAP_ALPHA
    for (let y = 2 * GAP_TICK_PX; y < plotHeight; y += 8) context.fillRect(left, y, 1, 4)
    context.globalAlpha = 1
  }
}

/** Draws the axes last: they cover whatever extends beyond the plot. */
function drawAxes(context: DrawingContext, layout: ChartLayout): void {
  const { series, theme, prices, labelOf, x, y, plotWidth, axisLeft, plotHeight, size } = layout
  const middle = size.height - TIME_AXIS_PX / 2
  context.fillStyle = theme.background
  context.fillRect(plotWidth, 0, size.width - plotWidth, size.height)
  context.fillRect(0, plotHeight, size.width, size.height - plotHeight)
  context.fillStyle = theme.label
  context.fillText(zoneName(), axisLeft + AXIS_INSET_PX, middle)
  for (const price of prices) context.fillText(labelOf(price), axisLeft + AXIS_INSET_PX, y(price))
  context.textAlign = 'center'
  for (const slot of layout.times) {
    const text = formatTimeTick(series.timeAt(slot), series.timeAt(slot - 1))
    if (x(slot) < plotWidth - 16) context.fillText(text, Math.max(18, x(slot)), middle)
  }
  context.textAlign = 'left'
}

/** First slot of the column with the newest candle. */
const newestColumn = ({ series, columnSlots }: ChartLayout): number => columnOf(series.last, columnSlots)

const HIGHLIGHT_ALPHA = 0.22

/** Fills the price range or the candle that another part of the page points at. */
function drawHighlight(context: DrawingContext, { highlight, theme, series, x, y, ...layout }: ChartLayout): void {
  if (!highlight) return
  context.fillStyle = theme.accent
  context.globalAlpha = HIGHLIGHT_ALPHA
  if (highlight.kind === 'price') {
    const top = y(highlight.high)
    context.fillRect(0, top - 1, layout.plotWidth, y(highlight.low) - top + 2)
  } else {
    const slot = series.slotOf(highlight.at)
    const width = Math.max(layout.bodyPx + 6, 10)
    if (slot !== undefined) context.fillRect(x(slot) - width / 2, 0, width, layout.plotHeight)
  }
  context.globalAlpha = 1
}

/** Draws everything except the newest candle, which has its own canvas. */
export function drawHistory(context: DrawingContext, layout: ChartLayout): void {
  const { first, last } = visibleSlots(layout.view, layout.series)
  context.font = canvasFont(layout.theme)
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  drawGrid(context, layout)
  drawZones(context, layout)
  drawMoveBands(context, layout)
  drawCandles(context, layout, first, Math.min(last, newestColumn(layout) - 1), layout.x)
  drawHighlight(context, layout)
  drawGaps(context, layout, first, last)
  drawAxes(context, layout)
  drawZoneLabels(context, layout)
}

/** Paints again only what is in another state than before; panning would otherwise paint the same canvas at every move. */
function createRepaint() {
  let painted: readonly unknown[] = []
  return (state: readonly unknown[], isChanged: boolean, paint: () => void): void => {
    if (!isChanged && state.every((value, index) => value === painted[index])) return
    painted = state
    paint()
  }
}

/**
 * Draws what a tick changes: the newest candle with its volume, and its price line and tag. The candle has a canvas of its own,
 * just wide enough, so that a few thousand pixels are cleared and composited instead of the entire chart. A price outside of
 * the plot pins the line to the plot's edge. `isChanged`: whether theme, font or size may be others.
 */
export function createNewestCandle(host: HTMLElement) {
  const strip = addMark(host, 'canvas', css.newestCandle)
  const line = addMark(host, 'div', css.priceLine)
  const tag = addMark(line, 'canvas', css.priceTag)
  const [repaintStrip, repaintTag] = [createRepaint(), createRepaint()]
  return (layout: ChartLayout, isAtNewest: boolean, isChanged: boolean): void => {
    const { series, theme, size, pixel, plotWidth, axisLeft, plotHeight, bodyPx, columnSlots } = layout
    const { newest, last } = series
    // the last candle of the past is no current price
    line.hidden = !newest || !isAtNewest
    strip.hidden = !newest
    if (!newest) return
    const half = Math.ceil((bodyPx + 2) / 4) * 2
    const middle = newestColumn(layout) + (columnSlots - 1) / 2
    const left = layout.snap(layout.x(middle) - pixel / 2) - half
    const stripSize = { ...size, width: clamp(plotWidth - left, 0, 2 * half), height: plotHeight }
    const { y, volumePx } = layout
    placeMark(strip, left, 0)
    const { open, high, low, close, volume } = series.merged(newestColumn(layout), columnSlots) ?? newest
    const prices = [open, high, low, close].map(y)
    repaintStrip([stripSize.width, plotHeight, bodyPx, volume * volumePx, ...prices], isChanged, () => {
      const context = clearCanvas(strip, stripSize)
      if (context) drawCandles(context, layout, last, last, () => half + pixel / 2)
    })

    const fill = theme[trendOf(newest)]
    const text = layout.labelOf(newest.close)
    const middleOfTag = Math.round(clamp(y(newest.close), 0, plotHeight - 1))
    const at = layout.prices.map((price) => y(price) - middleOfTag).find((px) => Math.abs(px) < (TAG_PX + LABEL_PX) / 2)
    placeMark(line, 0, middleOfTag)
    repaintTag([size.width - axisLeft, fill, text, at], isChanged, () => {
      line.style.color = fill
      const hides = at === undefined ? undefined : { at, height: LABEL_PX, fill: theme.background }
      const style = { fill, textColor: theme.background, font: canvasFont(theme, 600), inset: AXIS_INSET_PX, hides }
      drawTag(tag, { ...size, width: size.width - axisLeft, height: css.PRICE_TAG_PX }, text, style)
    })
  }
}

const colorOf = (zone: PriceZone, { theme }: ChartLayout): string => (zone.kind === 'support' ? theme.up : theme.down)

/** Fills a zone from its level to one edge, fading out, so that zones that overlap leave the candles readable. */
function fillHalf(context: DrawingContext, layout: ChartLayout, color: string, level: number, edge: number): void {
  const height = Math.abs(edge - level)
  if (height < 1) return
  const gradient = context.createLinearGradient(0, level, 0, edge)
  gradient.addColorStop(0, color)
  gradient.addColorStop(1, `${color}00`)
  context.fillStyle = gradient
  context.fillRect(0, Math.min(level, edge), layout.plotWidth, height)
}

/** Draws the fill and the line of each zone, behind the candles. */
function drawZones(context: DrawingContext, layout: ChartLayout): void {
  const { zones, mode, y, plotWidth } = layout
  for (const zone of mode === 'off' ? [] : zones) {
    const level = y(levelOf(zone))
    const color = colorOf(zone, layout)
    const { line, fill } = zoneOpacity(zone.strength)
    context.globalAlpha = fill
    if (mode === 'zones') for (const edge of [y(zone.to), y(zone.from)]) fillHalf(context, layout, color, level, edge)
    context.globalAlpha = line
    context.fillStyle = color
    context.fillRect(0, level, plotWidth, 1)
  }
  context.globalAlpha = 1
}

/** The middle of a zone's label: on the side of its line where the price is not, so that the price's line does not cross it. */
const labelY = (zone: PriceZone, y: (price: number) => number): number =>
  y(levelOf(zone)) + (zone.kind === 'support' ? LABEL_PX / 2 + 1 : -LABEL_PX / 2)

/** The zones whose labels fit without touching, the strongest first. `rowPx`: height of a label. */
export function labelledZones(zones: readonly PriceZone[], y: (price: number) => number, rowPx: number): PriceZone[] {
  const placed: PriceZone[] = []
  for (const zone of zones.toSorted((a, b) => zoneOpacity(b.strength).line - zoneOpacity(a.strength).line)) {
    const isFree = placed.every((other) => Math.abs(labelY(other, y) - labelY(zone, y)) >= rowPx)
    if (isFree) placed.push(zone)
  }
  return placed
}

/** Labels the levels between plot and price axis, where no candle is: resistance above its line and support below it. */
function drawZoneLabels(context: DrawingContext, layout: ChartLayout): void {
  const { zones, mode, y, plotWidth, plotHeight, axisLeft, levelLabel } = layout
  if (mode === 'off') return
  const inView = zones.filter((zone) => {
    const middle = labelY(zone, y)
    return middle >= LABEL_PX / 2 && middle <= plotHeight - LABEL_PX / 2
  })
  for (const zone of labelledZones(inView, y, LABEL_PX)) {
    context.fillStyle = colorOf(zone, layout)
    context.globalAlpha = zoneOpacity(zone.strength).line
    context.fillRect(plotWidth, y(levelOf(zone)), axisLeft - plotWidth, 1)
    context.globalAlpha = 1
    context.fillText(levelLabel(zone), plotWidth + LEVEL_INSET_PX, labelY(zone, y))
  }
}
