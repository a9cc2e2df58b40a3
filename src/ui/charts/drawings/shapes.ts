import { clamp } from '../../input/viewport.ts'
import { AXIS_INSET_PX, CHARACTER_PX, type ChartLayout } from '../layout.ts'

/** Drawings between two points of time and price; of a text both are the same. */
export const SHAPE_NAMES = {
  trend: 'Trend line',
  ray: 'Ray',
  channel: 'Channel',
  rectangle: 'Rectangle',
  fibonacci: 'Fibonacci retracement',
  text: 'Text',
} as const
export type ShapeKind = keyof typeof SHAPE_NAMES
export const isShapeKind = (text: string): text is ShapeKind => Object.hasOwn(SHAPE_NAMES, text)

export interface ShapePoint {
  /** Opening of a candle, unix seconds, so that it stays where it is at every timeframe. */
  readonly at: number
  readonly price: number
}
export interface Shape {
  readonly kind: ShapeKind
  readonly from: ShapePoint
  readonly to: ShapePoint
  /** Of a channel: the price of its second line less that of the first. */
  readonly width?: number
  /** Cannot be moved or deleted on the chart. */
  readonly isLocked?: boolean
  /** The user's words: beside it, or the text itself. */
  readonly note?: string
}

/** Longest note of a shape. */
export const MAX_NOTE = 60

/** `Ray from 8,123.5 to 8,200.0`. */
export const shapeName = ({ kind, from, to }: Shape, format: (price: number) => string): string =>
  kind === 'text'
    ? `Text at ${format(from.price)}`
    : `${SHAPE_NAMES[kind]} from ${format(from.price)} to ${format(to.price)}`

/** As it is stored: `channel(1559347200,8123.5,1559350800,8200,-40)!#Since the dip`, with `!` where it is locked. */
export const shapeText = ({ kind, from, to, width, isLocked, note }: Shape): string =>
  `${kind}(${[
    ...(kind === 'text' ? [from] : [from, to]).flatMap(({ at, price }) => [at, price]),
    ...(kind === 'channel' ? [width ?? 0] : []),
  ].join()})` +
  (isLocked ? '!' : '') +
  (note ? `#${note}` : '')

const NUMBERS = new Map<ShapeKind, number>([
  ['text', 2],
  ['channel', 5],
])

/** What was stored; undefined if it is none, such as a text without words. */
export function parseShape(text: string): Shape | undefined {
  const [, kind = '', list = '', lock, note] = /^(\w+)\(([^()]*)\)(!?)(?:#(.+))?$/s.exec(text) ?? []
  const numbers = list.split(',').map(Number)
  const [at = 0, price = 0, endAt = at, endPrice = price, width = 0] = numbers
  const isPlaced = [at, price, endAt, endPrice].every((number) => number > 0)
  if (!isShapeKind(kind) || !isPlaced || !numbers.every(Number.isFinite)) return undefined
  if (numbers.length !== (NUMBERS.get(kind) ?? 4) || (kind === 'text' && note === undefined)) return undefined
  return {
    kind,
    from: { at, price },
    to: { at: endAt, price: endPrice },
    ...(kind === 'channel' && { width }),
    ...(lock === '!' && { isLocked: true }),
    ...(note !== undefined && { note: note.slice(0, MAX_NOTE) }),
  }
}

/** Shares of the way back from the end to the beginning, in percent. */
const RETRACEMENTS = [0, 23.6, 38.2, 50, 61.8, 78.6, 100] as const

/** A line in px, within the plot, and what stands at its left end. */
export interface ShapeLine {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly label?: string
}

/** The part of a line that lies in the plot (Liang and Barsky 1984); undefined if none does. */
function clipped({ x1, y1, x2, y2, ...rest }: ShapeLine, { plotWidth, plotHeight }: ChartLayout) {
  const [dx, dy] = [x2 - x1, y2 - y1]
  let [start, end] = [0, 1]
  for (const [step, room] of [
    [-dx, x1],
    [dx, plotWidth - x1],
    [-dy, y1],
    [dy, plotHeight - y1],
  ] as const) {
    if (step === 0 && room < 0) return undefined
    if (step < 0) start = Math.max(start, room / step)
    if (step > 0) end = Math.min(end, room / step)
  }
  if (start > end) return undefined
  return { ...rest, x1: x1 + start * dx, y1: y1 + start * dy, x2: x1 + end * dx, y2: y1 + end * dy }
}

/** Where a point is, in px; a time before or after all candles as many steps away. */
function placeOf({ at, price }: ShapePoint, layout: ChartLayout): { readonly x: number; readonly y: number } {
  const { series } = layout
  const { first, last, stepS } = series
  const [begin, end] = [series.timeAt(first), series.timeAt(last)]
  const slot = at < begin ? first - (begin - at) / stepS : at > end ? last + (at - end) / stepS : series.slotBefore(at)
  return { x: layout.x(slot), y: layout.y(price) }
}

/** How far beyond the plot a ray is drawn before it is cut, in its own lengths. */
const FAR = 1e4

/** The lines of a shape in the plot. */
export function shapeLines({ kind, from, to, width = 0, note = '' }: Shape, layout: ChartLayout): readonly ShapeLine[] {
  const [a, b] = [placeOf(from, layout), placeOf(to, layout)]
  const line = (x1: number, y1: number, x2: number, y2: number, label?: string): ShapeLine[] => {
    const visible = clipped({ x1, y1, x2, y2, ...(label === undefined ? {} : { label }) }, layout)
    return visible ? [visible] : []
  }
  switch (kind) {
    case 'trend':
      return line(a.x, a.y, b.x, b.y)
    case 'channel': {
      const [y1, y2] = [from, to].map(({ price }) => layout.y(price + width))
      return [...line(a.x, a.y, b.x, b.y), ...line(a.x, y1 ?? a.y, b.x, y2 ?? b.y)]
    }
    case 'ray':
      return line(a.x, a.y, a.x + FAR * (b.x - a.x), a.y + FAR * (b.y - a.y))
    case 'rectangle':
      return [
        ...line(a.x, a.y, b.x, a.y),
        ...line(b.x, a.y, b.x, b.y),
        ...line(b.x, b.y, a.x, b.y),
        ...line(a.x, b.y, a.x, a.y),
      ]
    case 'text':
      return line(a.x, a.y, a.x + note.length * CHARACTER_PX + 2 * AXIS_INSET_PX, a.y)
    case 'fibonacci':
      return RETRACEMENTS.flatMap((share) => {
        const price = to.price + (share / 100) * (from.price - to.price)
        const y = layout.y(price)
        return line(Math.min(a.x, b.x), y, layout.plotWidth, y, `${share}% ${layout.labelOf(price)}`)
      })
  }
}

/** What is taken hold of: an end, the second line of a channel, or all of it. */
export type ShapePart = 'from' | 'to' | 'width' | 'all'

/** The ends of a shape in the plot, and the middle of a channel's second line, in px, by which it is changed. */
export function shapeEnds({ kind, from, to, width = 0, isLocked }: Shape, layout: ChartLayout) {
  if (isLocked || kind === 'text') return []
  const [a, b] = [from, to].map(({ at, price }) => placeOf({ at, price: price + width }, layout))

  const isInPlot = ({ x, y }: { readonly x: number; readonly y: number }) =>
    x >= 0 && x <= layout.plotWidth && y >= 0 && y <= layout.plotHeight
  const ends = [
    { end: 'from' as const, ...placeOf(from, layout) },
    { end: 'to' as const, ...placeOf(to, layout) },
    ...(kind === 'channel' && a && b ? [{ end: 'width' as const, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }] : []),
  ]
  return ends.filter(isInPlot)
}

/** The area of a rectangle in the plot, px. */
export function shapeArea({ from, to }: Shape, layout: ChartLayout) {
  const [a, b] = [placeOf(from, layout), placeOf(to, layout)]
  const [x, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)].map((each) => clamp(each, 0, layout.plotWidth))
  const [y, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)].map((each) => clamp(each, 0, layout.plotHeight))
  return { x: x ?? 0, y: y ?? 0, width: (right ?? 0) - (x ?? 0), height: (bottom ?? 0) - (y ?? 0) }
}

function distanceTo({ x1, y1, x2, y2 }: ShapeLine, x: number, y: number): number {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2
  const share = length === 0 ? 0 : clamp(((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length, 0, 1)
  return Math.hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1))
}

/** What of those that are not locked is at a place, within reach: an end of a shape before any shape as a whole, the one drawn last before the others; px. */
export function shapeNear(
  shapes: readonly Shape[],
  layout: ChartLayout,
  { x, y }: { readonly x: number; readonly y: number },
  reachPx: number,
): { readonly shape: Shape; readonly part: ShapePart } | undefined {
  const newest = shapes.filter(({ isLocked }) => !isLocked).toReversed()
  for (const shape of newest) {
    const end = shapeEnds(shape, layout).find((each) => Math.hypot(each.x - x, each.y - y) <= reachPx)
    if (end) return { shape, part: end.end }
  }
  const shape = newest.find((each) => shapeLines(each, layout).some((line) => distanceTo(line, x, y) <= reachPx))
  return shape && { shape, part: 'all' }
}
