import { TABLE_ROLES } from '../attributes.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import * as css from './DataTable.css.ts'
import { TableHeader, DataTableRow } from './parts.tsx'
import { useDataTable, type DataTableModel } from './useDataTable.ts'

export interface DataTableProps<Row extends object> extends DataTableModel<Row> {
  /** Accessible name. */
  readonly caption: string
}

/** A table whose rows become cards with labelled cells where the columns do not fit. */
export function DataTable<Row extends object>({ caption, ...model }: DataTableProps<Row>) {
  const table = useDataTable(model)
  return (
    <div className={css.frame}>
      <table className={css.table} {...TABLE_ROLES.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <TableHeader table={table} />
        <tbody className={css.body} {...TABLE_ROLES.rows}>
          {table.getRowModel().rows.map((row) => (
            <DataTableRow key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
