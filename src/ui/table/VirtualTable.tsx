import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, type ReactNode } from 'react'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import * as css from './DataTable.css.ts'
import type { DataRow } from './model.ts'
import { FOCUSABLE, TABLE_ROLES } from '../attributes.ts'
import { DetailRow, TableHeader, DataTableRow } from './parts.tsx'
import { useDataTable, type DataTableModel } from './useDataTable.ts'

export interface VirtualTableProps<Row extends object> extends DataTableModel<Row> {
  /** Accessible name. */
  readonly caption: string
  /** Content below an expanded row (`DetailToggle`). */
  readonly detail?: ((row: Row) => ReactNode) | undefined
}

/** Estimated row height until measured, in px. */
const ROW_PX = 40
const OVERSCAN = 12

/** Reserves the height of the rows that are not rendered. */
function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? (
    <tbody className={css.body} aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
  ) : null
}

interface VirtualRowProps<Row extends object> {
  readonly row: DataRow<Row>
  /** Cells of the row; they change with the columns. */
  readonly cells: readonly unknown[]
  readonly isOpen: boolean
  readonly index: number
  readonly detail: ((row: Row) => ReactNode) | undefined
  readonly measure: (element: HTMLElement | null) => void
}

/** A memoized row: while scrolling, only rows that come into view are rendered. */
function VirtualRow<Row extends object>({ row, cells, isOpen, index, detail, measure }: VirtualRowProps<Row>) {
  return useMemo(
    () => (
      <tbody className={css.body} ref={measure} data-index={index} {...TABLE_ROLES.rows}>
        <DataTableRow row={row} index={index + 2} />
        {detail !== undefined && isOpen ? (
          <DetailRow rowId={row.id} width={cells.length}>
            {detail(row.original)}
          </DetailRow>
        ) : null}
      </tbody>
    ),
    [row, cells, isOpen, index, detail, measure],
  )
}

/**
 * A long scrolling table that renders only the visible rows, of any height. Each row has its own tbody together with its detail,
 * so that both are measured as one.
 */
export function VirtualTable<Row extends object>({ caption, detail, ...model }: VirtualTableProps<Row>) {
  const frame = useRef<HTMLElement>(null)
  const table = useDataTable(model)
  const { rows } = table.getRowModel()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
  })
  const items = virtual.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <section ref={frame} className={css.scroller} aria-label={caption} {...FOCUSABLE}>
      <table className={css.table} aria-rowcount={rows.length + 1} {...TABLE_ROLES.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <TableHeader table={table} sticky />
        <Spacer height={above} />
        {items.map(({ index }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <VirtualRow
              key={row.id}
              row={row}
              cells={row.getAllCells()}
              isOpen={row.getIsExpanded()}
              index={index}
              detail={detail}
              measure={virtual.measureElement}
            />
          )
        })}
        <Spacer height={below} />
      </table>
    </section>
  )
}
