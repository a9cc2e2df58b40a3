import { Fragment, type ReactNode, useCallback, useId, useState } from 'react'
import { FOCUSABLE, TABLE_ROLES } from '../attributes.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import * as css from './DataTable.css.ts'
import { NoSelectHeader, SelectHeader } from './SelectBox.tsx'
import { TableHeader } from './TableHeader.tsx'
import { DataTableRow, DetailRow } from './parts.tsx'
import { useTableKeys } from './row-keys.ts'
import type { Sorting } from './sorting.ts'
import { type DataTableModel, useDataTable } from './useDataTable.ts'

/** React keys by row id, in the order of the rows. */
type RowKeys = ReadonlyMap<string, number>

/**
 * Keys for rows with these ids. A row that was there keeps its key, and with it its elements and their focus; a new row takes
 * over that of one that has gone, so that its elements are changed instead of built anew, which takes several times longer.
 */
function recycledKeys(before: RowKeys, ids: ReadonlySet<string>): RowKeys {
  const free = [...before].flatMap(([id, key]) => (ids.has(id) ? [] : [key])).values()
  const next = Math.max(-1, ...before.values()) + 1
  let added = 0
  const newKey = (): number => free.next().value ?? next + added++
  return new Map([...ids].map((id) => [id, before.get(id) ?? newKey()]))
}

const NONE: RowKeys = new Map()

/** The keys of the rows that are shown. */
function useRecycledKeys(ids: ReadonlySet<string>): RowKeys {
  const [keys, setKeys] = useState(NONE)
  if (ids.size === keys.size && [...ids].every((id) => keys.has(id))) return keys
  const next = recycledKeys(keys, ids)
  setKeys(next)
  return next
}

/** Rows that are selected to be acted upon together. */
interface Selection<Row> {
  readonly ids: ReadonlySet<string>
  readonly onChange: (change: (ids: ReadonlySet<string>) => ReadonlySet<string>) => void
  /** So few can be selected that there is no checkbox of all. */
  readonly isLimited?: boolean
  /** Names a row for screen readers: 'Select eve@pairbot.test'. */
  readonly nameOf: (row: Row) => string
}

/** The selection with a row added, or taken out. */
function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

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
