import { Fragment, useCallback, useId, type ReactNode } from 'react'
import { FOCUSABLE, TABLE_ROLES } from '../attributes.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import * as css from './DataTable.css.ts'
import { DataTableRow, DetailRow } from './parts.tsx'
import { useRecycledKeys } from './recycled-keys.ts'
import { useTableKeys } from './row-keys.ts'
import { NoSelectHeader, SelectHeader } from './SelectBox.tsx'
import { toggled, type Selection } from './selection.ts'
import type { Sorting } from './sorting.ts'
import { TableHeader } from './TableHeader.tsx'
import { useDataTable, type DataTableModel } from './useDataTable.ts'

export interface DataTableProps<Row extends object> extends DataTableModel<Row> {
  /** Accessible name. */
  readonly caption: string
  readonly sorting?: Sorting | undefined
  readonly selection?: Selection<Row> | undefined
  /** Content below an expanded row (`DetailToggle`). */
  readonly detail?: ((row: Row) => ReactNode) | undefined
}

/** All rows are selected by one press, or none if all are. */
function AllRows<Row extends object>({
  rows,
  rowId,
  selection,
}: Pick<DataTableProps<Row>, 'rows' | 'rowId'> & {
  readonly selection: Selection<Row>
}) {
  const ids = rows.map(rowId)
  const count = ids.filter((id) => selection.ids.has(id)).length
  const isSelected = count > 0 && count === ids.length
  return (
    <SelectHeader
      label="Select all rows of this page"
      isSelected={isSelected}
      isPartial={count > 0 && !isSelected}
      onToggle={() => selection.onChange(() => new Set(isSelected ? [] : ids))}
    />
  )
}

/**
 * A table whose rows become cards with labelled cells where the columns do not fit. It sorts nothing itself: its owner does,
 * or a server. The arrow keys move between its rows.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, sorting, selection, detail, ...model } = props
  const hint = useId()
  const frame = useTableKeys()
  const table = useDataTable(model)
  const { rows } = table.getRowModel()
  const keys = useRecycledKeys(new Set(rows.map(({ id }) => id)))
  const onSelect = selection?.onChange
  const onToggle = useCallback((id: string) => onSelect?.((ids) => toggled(ids, id)), [onSelect])
  return (
    <section ref={frame} className={css.frame} aria-label={caption} aria-describedby={hint} {...FOCUSABLE}>
      <p id={hint} hidden>
        Arrow keys move between rows.
      </p>
      <table className={css.table} {...TABLE_ROLES.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <TableHeader
          table={table}
          sorting={sorting}
          hasControls={sorting !== undefined || (selection !== undefined && selection.isLimited !== true)}
          leading={
            selection?.isLimited === true ? (
              <NoSelectHeader />
            ) : (
              selection && <AllRows rows={model.rows} rowId={model.rowId} selection={selection} />
            )
          }
        />
        <tbody className={css.body} {...TABLE_ROLES.rows}>
          {rows.map((row) => (
            <Fragment key={keys.get(row.id)}>
              <DataTableRow
                row={row}
                isSelected={selection?.ids.has(row.id) ?? false}
                selectLabel={selection && `Select ${selection.nameOf(row.original)}`}
                onToggle={onToggle}
              />
              {detail !== undefined && row.getIsExpanded() ? (
                <DetailRow rowId={row.id} width={row.getVisibleCells().length + (selection ? 1 : 0)}>
                  {detail(row.original)}
                </DetailRow>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}
