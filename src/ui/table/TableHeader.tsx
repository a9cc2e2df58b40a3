import type { ReactNode } from 'react'
import { TABLE_ROLES } from '../attributes.ts'
import * as css from './DataTable.css.ts'
import { cellClass, renderTemplate } from './parts.tsx'
import { SortButton } from './SortButton.tsx'
import { directionOf, nextSort, type Sorting } from './sorting.ts'
import type { DataTable } from './useDataTable.ts'

export interface TableHeaderProps<Row extends object> {
  readonly table: DataTable<Row>
  readonly sorting?: Sorting | undefined
  /** Cell before the others: the checkbox of all rows. */
  readonly leading?: ReactNode
  /** It has buttons or a checkbox, which stay in sight above cards. */
  readonly hasControls: boolean
}

/** The names of the columns; those that can be sorted are buttons, which stay in sight above cards, as does the checkbox. */
export function TableHeader<Row extends object>({ table, sorting, leading, hasControls }: TableHeaderProps<Row>) {
  return (
    <thead className={hasControls ? css.sortHeader : css.header} {...TABLE_ROLES.rows}>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} className={css.headerRow} {...TABLE_ROLES.row}>
          {leading}
          {group.headers.map((each) => {
            const { id, column } = each
            const { header, meta } = column.columnDef
            const canSort = sorting?.columns.includes(column.id) ?? false
            const direction = canSort ? directionOf(sorting?.sort, column.id) : undefined
            // Only cells wrap: in card layout the header is a line of buttons.
            const headerMeta = meta && { ...meta, wraps: false }
            const content = renderTemplate(header, each.getContext())
            return (
              <th
                key={id}
                scope="col"
                className={cellClass(canSort ? css.headerCell : css.plainHeaderCell, headerMeta)}
                aria-sort={canSort ? (direction ?? 'none') : undefined}
                {...TABLE_ROLES.header}
              >
                {canSort ? (
                  <SortButton
                    direction={direction}
                    onPress={() => sorting?.onSort(nextSort(sorting.sort, column.id, meta?.isDescendingFirst ?? false))}
                  >
                    {content}
                  </SortButton>
                ) : (
                  content
                )}
              </th>
            )
          })}
        </tr>
      ))}
    </thead>
  )
}
