import { INDICATOR_COLUMNS } from '#contract/analysis/indicator-series.ts'
import type { ChartLayout } from '../layout.ts'
import { columnOf } from '../layout.ts'
import { visibleSlots } from '../../input/viewport.ts'
import type { MarkKind, OverlayColumn } from './overlay.ts'

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

/** What the overlays of a chart draw. */
export interface ChartOverlays {
  /** Ids of the overlays that are shown. */
  readonly shown: readonly string[]
  /** Values of a candle by its opening (unix seconds), in the order of the columns; undefined until they are loaded. */
  readonly valuesAt: (timestamp: number) => readonly (number | null)[] | undefined
  readonly marks: readonly ChartMark[]
  /** Loads the values of the candles that opened in a range, unix seconds. */
  readonly need: (fromS: number, toS: number) => void
}

/** Columns of the rows of a chart. */
export const DIMENSIONS: readonly (OverlayColumn | 'slot')[] = ['slot', 'volume', ...INDICATOR_COLUMNS]

export type OverlayRow = readonly (number | null)[]

/** Values of a slot, in the order of the dimensions. Of slots that share a column: volume of all, the others of the last. */
function rowOf({ series, columnSlots }: ChartLayout, { valuesAt }: ChartOverlays, first: number): OverlayRow {
  const last = Math.min(first + columnSlots - 1, series.last)
  const volume = series.merged(first, columnSlots)?.volume ?? null
  const values = valuesAt(series.timeAt(last)) ?? INDICATOR_COLUMNS.map(() => null)
  return [first + (columnSlots - 1) / 2, volume, ...values]
}

/** A row for each column in view, and one beyond either edge, so that lines reach it. */
export function visibleRows(layout: ChartLayout, overlays: ChartOverlays): OverlayRow[] {
  const { series, view, columnSlots } = layout
  const { first, last } = visibleSlots(view, series)
  const rows: OverlayRow[] = []
  const from = Math.max(columnOf(first, columnSlots) - columnSlots, columnOf(series.first, columnSlots))
  for (let slot = from; slot <= Math.min(last + columnSlots, series.last); slot += columnSlots) {
    rows.push(rowOf(layout, overlays, slot))
  }
  return rows
}

/** The value of a column at a slot; undefined while there is none. */
export function valueAt(
  { series }: ChartLayout,
  { valuesAt }: ChartOverlays,
  slot: number,
  column: OverlayColumn,
): number | undefined {
  if (column === 'volume') return series.at(slot)?.volume
  return valuesAt(series.timeAt(slot))?.[INDICATOR_COLUMNS.indexOf(column)] ?? undefined
}
