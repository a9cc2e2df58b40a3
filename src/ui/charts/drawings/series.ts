import type { CustomSeriesOption } from 'echarts/charts'
import { clamp } from '../../input/viewport.ts'
import { canvasFont, CANVAS_FONT_PX } from '../../theme/canvas.ts'
import { AXIS_INSET_PX, type ChartLayout } from '../layout.ts'
import type { PriceLevel } from '../overlays/data.ts'
import type { PaintedDrawings } from './drawings.ts'
import { shapeArea, shapeEnds, shapeLines, type Shape, type ShapeLine } from './shapes.ts'
import { measurementLines, type Measurement } from './measure.ts'

const TAG_PX = 18
const PADDING_PX = 6
const ROW_PX = CANVAS_FONT_PX + 4
/** Approximate advance of a character of the monospaced font, rounded up. */
const CHARACTER_PX = 7
const FILL_OPACITY = 0.16

const textStyle = ({ theme }: ChartLayout, text: string, x: number, y: number, fill: string) => ({
  text,
  x,
  y,
  fill,
  font: canvasFont(theme),
  verticalAlign: 'middle' as const,
})

/** A line across the plot, and its price on the axis. */
function lineItem(layout: ChartLayout, price: number) {
  const { theme, axisLeft, plotHeight, size } = layout
  const y = layout.y(price)
  if (y < 0 || y > plotHeight) return { type: 'group' as const, children: [] }
  const middle = y + 0.5
  return {
    type: 'group' as const,
    children: [
      {
        type: 'line' as const,
        shape: { x1: 0, y1: middle, x2: axisLeft, y2: middle },
        style: { stroke: theme.accent, lineWidth: 1, lineDash: [6, 3] },
      },
      {
        type: 'rect' as const,
        shape: { x: axisLeft, y: y - TAG_PX / 2, width: size.width - axisLeft, height: TAG_PX },
        style: { fill: theme.background, stroke: theme.accent, lineWidth: 1 },
      },
      {
        type: 'text' as const,
        style: textStyle(layout, layout.labelOf(price), axisLeft + AXIS_INSET_PX, middle, theme.text),
      },
    ],
  }
}

/** A price of a position: a line across the plot, and what it is at its left end. */
function levelItem(layout: ChartLayout, { price, text, tone }: PriceLevel) {
  const { theme, axisLeft, plotHeight } = layout
  const y = layout.y(price)
  if (y < 0 || y > plotHeight) return { type: 'group' as const, children: [] }
  const middle = y + 0.5
  const label = `${text} ${layout.labelOf(price)}`
  const width = label.length * CHARACTER_PX + 2 * PADDING_PX
  return {
    type: 'group' as const,
    children: [
      {
        type: 'line' as const,
        shape: { x1: 0, y1: middle, x2: axisLeft, y2: middle },
        style: { stroke: theme[tone], lineWidth: 1 },
      },
      {
        type: 'rect' as const,
        shape: { x: 0, y: y - TAG_PX / 2, width, height: TAG_PX },
        style: { fill: theme.background, stroke: theme[tone], lineWidth: 1 },
      },
      { type: 'text' as const, style: textStyle(layout, label, PADDING_PX, middle, theme.text) },
    ],
  }
}

/** A box between the two points, and what lies between them above or below it, within the plot. */
function measurementItem(layout: ChartLayout, measurement: Measurement) {
  const { theme, series, decimals, plotWidth, plotHeight } = layout
  const { from, to } = measurement
  const inPlot = (slot: number) => clamp(layout.x(slot), 0, plotWidth)
  const [x1, x2] = [inPlot(Math.min(from.slot, to.slot)), inPlot(Math.max(from.slot, to.slot))]
  const [a, b] = [clamp(layout.y(from.price), 0, plotHeight), clamp(layout.y(to.price), 0, plotHeight)]
  const color = to.price >= from.price ? theme.up : theme.down
  const rows = measurementLines(measurement, series, decimals)
  const width = Math.max(...rows.map((row) => row.length)) * CHARACTER_PX + 2 * PADDING_PX
  const height = rows.length * ROW_PX + PADDING_PX
  const left = clamp((x1 + x2 - width) / 2, 0, Math.max(0, plotWidth - width))
  const beyond = b <= a ? b - height - 2 : b + 2
  const top = clamp(beyond, 0, Math.max(0, plotHeight - height))
  return {
    type: 'group' as const,
    children: [
      {
        type: 'rect' as const,
        shape: { x: x1, y: Math.min(a, b), width: Math.max(1, x2 - x1), height: Math.max(1, Math.abs(a - b)) },
        style: { fill: color, opacity: FILL_OPACITY },
      },
      {
        type: 'rect' as const,
        shape: { x: left, y: top, width, height, r: 3 },
        style: { fill: theme.background, stroke: color, lineWidth: 1 },
      },
      ...rows.map((row, index) => ({
        type: 'text' as const,
        style: textStyle(
          layout,
          row,
          left + PADDING_PX,
          top + PADDING_PX / 2 + (index + 0.5) * ROW_PX,
          index === 0 ? color : theme.text,
        ),
      })),
    ],
  }
}

const HANDLE_PX = 6

/** Lines whose labels do not touch that of one before. */
function apart(lines: readonly ShapeLine[]): readonly ShapeLine[] {
  const kept: ShapeLine[] = []
  for (const line of lines)
    if (line.label !== undefined && kept.every(({ y1 }) => Math.abs(y1 - line.y1) >= ROW_PX)) kept.push(line)
  return kept
}

/** The lines of a shape within the plot, and its ends, by which it is changed. */
function shapeItem(layout: ChartLayout, shape: Shape) {
  const { theme } = layout
  const lines = shapeLines(shape, layout)
  return {
    type: 'group' as const,
    children: [
      ...(shape.kind === 'rectangle'
        ? [
            {
              type: 'rect' as const,
              shape: shapeArea(shape, layout),
              style: { fill: theme.accent, opacity: FILL_OPACITY },
            },
          ]
        : []),
      ...lines.map(({ x1, y1, x2, y2 }) => ({
        type: 'line' as const,
        shape: { x1, y1, x2, y2 },
        style: { stroke: theme.accent, lineWidth: 1.5 },
      })),
      ...apart(lines).map(({ label = '', x1, y1 }) => ({
        type: 'text' as const,
        style: textStyle(layout, label, x1 + PADDING_PX, y1 - ROW_PX / 2, theme.text),
      })),
      ...lines.slice(0, shape.note ? 1 : 0).map(({ x1, y1, label }) => ({
        type: 'text' as const,
        style: textStyle(
          layout,
          shape.note ?? '',
          x1 + PADDING_PX,
          y1 - ROW_PX * (label === undefined ? 1 : 1.5),
          theme.accent,
        ),
      })),
      ...shapeEnds(shape, layout).map(({ x, y }) => ({
        type: 'rect' as const,
        shape: { x: x - HANDLE_PX / 2, y: y - HANDLE_PX / 2, width: HANDLE_PX, height: HANDLE_PX, r: 1 },
        style: { fill: theme.background, stroke: theme.accent, lineWidth: 1.5 },
      })),
    ],
  }
}

/** What the user has drawn, as a series: an item for each level, line and shape, then the measurement. */
export function drawingSeries(
  layout: ChartLayout,
  { lines, shapes, levels, measurement }: PaintedDrawings,
): CustomSeriesOption {
  const items = [
    ...levels.map((level) => levelItem(layout, level)),
    ...lines.map((price) => lineItem(layout, price)),
    ...shapes.map((shape) => shapeItem(layout, shape)),
    ...(measurement ? [measurementItem(layout, measurement)] : []),
  ]
  return {
    type: 'custom',
    id: 'drawings',
    coordinateSystem: 'none',
    silent: true,
    animation: false,
    z: 6,
    data: items.map((_, index) => index),
    renderItem: ({ dataIndex }) => items[dataIndex],
  }
}
