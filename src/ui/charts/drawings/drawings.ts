import { CHART } from '#contract/limits.ts'
import type { PriceLevel } from '../overlays/data.ts'
import type { Shape, ShapeKind } from './shapes.ts'
import type { Measurement } from './measure.ts'

/** What the user has drawn on the chart. */
export interface Drawings {
  /** Prices of the horizontal lines. */
  readonly lines: readonly number[]
  /** Those of them that are neither moved nor deleted here. */
  readonly lockedLines: readonly number[]
  readonly shapes: readonly Shape[]
}

/** As it is painted: with the line or level that is being moved where it is, and the measurement. */
export interface PaintedDrawings extends Omit<Drawings, 'lockedLines'> {
  readonly levels: readonly PriceLevel[]
  readonly measurement?: Measurement | undefined
}

/** What the next press or drag on the chart does. */
export type DrawingTool = 'measure' | 'line' | ShapeKind

/** How near a press takes hold of a line. */
export const REACH_PX = { mouse: 5, touch: 16 }

/** A price with the decimals that are shown, so that what is drawn is what is read. */
export const roundPrice = (price: number, decimals: number): number => Number(price.toFixed(Math.min(20, decimals)))

/** With one more line, unless it is there or there are too many. */
export const addLine = (lines: readonly number[], price: number): readonly number[] =>
  price <= 0 || lines.includes(price) || lines.length >= CHART.maxLines ? lines : [...lines, price]

/** With a line at another price; two at the same price become one. */
export const moveLine = (lines: readonly number[], from: number, to: number): readonly number[] =>
  from === to || to <= 0 || !lines.includes(from)
    ? lines
    : lines.flatMap((price) => (price === from ? [to] : price === to ? [] : [price]))

/** The line nearest to a height of the chart, within reach; px. */
export function lineNear(
  lines: readonly number[],
  y: (price: number) => number,
  at: number,
  reachPx: number,
): number | undefined {
  const near = lines.map((price) => ({ price, px: Math.abs(y(price) - at) })).filter(({ px }) => px <= reachPx)
  return near.toSorted((a, b) => a.px - b.px)[0]?.price
}
