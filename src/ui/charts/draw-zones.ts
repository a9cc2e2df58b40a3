import { formatFixed } from '../format/chart-labels.ts'
import { CANVAS_FONT_PX } from '../theme/canvas.ts'
import type { DrawingContext } from './draw.ts'
import type { ChartLayout } from './layout.ts'
import { levelOf, zoneOpacity, type PriceZone } from './zones.ts'

const LABEL_PX = CANVAS_FONT_PX + 4
const LABEL_INSET_PX = 4
const LABEL_BACKGROUND_ALPHA = 0.8
/** Below this width of the plot, labels name no price: the axis beside them does. */
const WIDE_PLOT_PX = 520

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
export function drawZones(context: DrawingContext, layout: ChartLayout): void {
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

/** `R 83,100.0 Strong 4×`: the kind, price, strength and touches of a zone, as far as they are known. */
export function zoneLabel(zone: PriceZone, decimals: number, isWide: boolean): string {
  const price = isWide ? formatFixed(levelOf(zone), decimals) : undefined
  const touches = zone.touches === undefined ? undefined : `${zone.touches}×`
  return [zone.kind === 'support' ? 'S' : 'R', price, zone.strength, touches]
    .filter((part) => part !== undefined)
    .join(' ')
}

/** The middle of a zone's label: on the side of its line where the price is not, so that the newest candles stay free. */
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

/** Labels the levels at the right edge of the plot, resistance above its line and support below it. */
export function drawZoneLabels(context: DrawingContext, layout: ChartLayout): void {
  const { zones, mode, y, plotWidth, plotHeight, decimals, theme } = layout
  if (mode === 'off') return
  const inView = zones.filter((zone) => {
    const middle = labelY(zone, y)
    return middle >= LABEL_PX / 2 && middle <= plotHeight - LABEL_PX / 2
  })
  for (const zone of labelledZones(inView, y, LABEL_PX)) {
    const text = zoneLabel(zone, decimals, plotWidth >= WIDE_PLOT_PX)
    const { width } = context.measureText(text)
    const left = plotWidth - width - 2 * LABEL_INSET_PX
    const middle = labelY(zone, y)
    context.fillStyle = theme.background
    context.globalAlpha = LABEL_BACKGROUND_ALPHA
    context.fillRect(left, middle - LABEL_PX / 2, width + 2 * LABEL_INSET_PX, LABEL_PX)
    context.fillStyle = colorOf(zone, layout)
    context.globalAlpha = 1
    context.fillText(text, left + LABEL_INSET_PX, middle)
  }
}
