import { CANVAS_FONT_PX } from '../theme/canvas.ts'
import type { DrawingContext } from './draw.ts'
import { LEVEL_INSET_PX, type ChartLayout } from './layout.ts'
import { levelOf, zoneOpacity, type PriceZone } from './zones.ts'

const LABEL_PX = CANVAS_FONT_PX + 4

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
export function drawZoneLabels(context: DrawingContext, layout: ChartLayout): void {
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
