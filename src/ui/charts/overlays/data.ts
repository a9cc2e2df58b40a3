import { columnOf, type ChartLayout } from '../layout.ts'
import { visibleSlots } from '../../input/viewport.ts'
import { comparedScale, idOfColumn } from './comparison.ts'
import type { MarkKind } from './overlay.ts'

/** Something that happened at a candle. */
export interface ChartMark {
  readonly id: string
  readonly kind: MarkKind
  /** A time within the candle, unix seconds. */
  readonly at: number
  readonly direction: 'bullish' | 'bearish' | 'none'
  /** What the readout says of it. */
  readonly text: string
  /** What a press opens: why a strategy has decided so. */
  readonly opens?: { readonly strategy: string; readonly decision: string }
}

/** A price of a position, as a line across the chart. */
export interface PriceLevel {
  readonly id: string
  /** What it is of: `Stop, Trend`. */
  readonly text: string
  readonly price: number
  readonly tone: 'up' | 'down' | 'text'
  /** Whether it can be dragged. */
  readonly isMovable: boolean
}

/** Values of one candle by column. */
export type ColumnValues = Readonly<Partial<Record<string, number | null>>>

/** What the overlays of a chart draw. */
export interface ChartOverlays {
  /** Ids of the overlays that are shown. */
  readonly shown: readonly string[]
  /** Values of a candle by its opening (unix seconds); undefined until they are loaded. */
  readonly valuesAt: (timestamp: number) => ColumnValues | undefined
  readonly marks: readonly ChartMark[]
  /** Prices of the open positions. */
  readonly levels?: readonly PriceLevel[] | undefined
  /** Saves where a level was dragged to; false if it stays where it was. */
  readonly onLevel?: (id: string, price: number) => Promise<boolean>
  /** Loads the values of the candles that opened in a range, unix seconds. */
  readonly need: (fromS: number, toS: number) => void
}

const NO_LEVELS: readonly PriceLevel[] = []

/** The levels that are shown: those of the user's paper trades, with their overlay. */
export const levelsOf = (overlays: ChartOverlays | undefined): readonly PriceLevel[] =>
  (overlays?.shown.includes('paper') && overlays.levels) || NO_LEVELS

/** A column as it is drawn: as it is, or a part of it, which follows after a blank. */
export type DrawnColumn = string

export const DAY_S = 86_400
const isOdd = (timestamp: number): boolean => Math.floor(timestamp / DAY_S) % 2 === 1
type Part = (value: number, timestamp: number) => number
/** What is above or below zero, and what is of every other day. */
const PARTS = {
  above: (value) => Math.max(0, value),
  below: (value) => Math.min(0, value),
  even: (value, timestamp) => (isOdd(timestamp) ? Number.NaN : value),
  odd: (value, timestamp) => (isOdd(timestamp) ? value : Number.NaN),
} satisfies Record<string, Part>
const partOf = (name = ''): Part | undefined => new Map<string, Part>(Object.entries(PARTS)).get(name)

/** Reads values of a column at a slot. */
function columnReader(layout: ChartLayout, overlays: ChartOverlays, name: DrawnColumn) {
  const { series } = layout
  const { valuesAt } = overlays
  const [column = '', part] = name.split(' ')
  const { factor = Number.NaN } = (part === 'compared' && comparedScale(layout, overlays, idOfColumn(column))) || {}
  const of = part === 'compared' ? (value: number) => value * factor : partOf(part)
  return (slot: number) => {
    const timestamp = series.timeAt(slot)
    const value = valuesAt(timestamp)?.[column] ?? undefined
    return value === undefined || !of ? value : of(value, timestamp)
  }
}

/**
 * Rows of `slot` and the given columns, one after the other: one for each pixel or slot in view, and one beyond either edge, so
 * that lines reach it. NaN where there is no value. Numbers alone, because ECharts copies whatever else it is given, with every
 * move of the view.
 */
export function visibleRows(layout: ChartLayout, overlays: ChartOverlays, columns: readonly DrawnColumn[]) {
  const { series, view, columnSlots } = layout
  const { first, last } = visibleSlots(view, series)
  const from = Math.max(columnOf(first, columnSlots) - columnSlots, columnOf(series.first, columnSlots))
  const to = Math.min(last + columnSlots, series.last)
  const rows = new Float64Array(Math.max(0, Math.floor((to - from) / columnSlots) + 1) * (columns.length + 1))
  const readers = columns.map((name) => columnReader(layout, overlays, name))
  let at = 0
  for (let slot = from; slot <= to; slot += columnSlots) {
    rows[at++] = slot + (columnSlots - 1) / 2
    for (const read of readers) rows[at++] = read(Math.min(slot + columnSlots - 1, series.last)) ?? Number.NaN
  }
  return rows
}

/** Lowest and highest value in view of some columns; low > high if there is none. */
export function visibleExtent(layout: ChartLayout, overlays: ChartOverlays, columns: readonly DrawnColumn[]) {
  let [low, high] = [Infinity, -Infinity]
  for (const [index, value] of visibleRows(layout, overlays, columns).entries()) {
    if (index % (columns.length + 1) === 0) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return { low, high }
}

/** The value of a column at a slot; undefined while there is none. */
export function valueAt(
  { series }: ChartLayout,
  { valuesAt }: ChartOverlays,
  slot: number,
  column: string,
): number | undefined {
  return valuesAt(series.timeAt(slot))?.[column] ?? undefined
}
