import { ROLES } from '../display/tableRoles.ts'
import { VisuallyHidden } from '../display/VisuallyHidden.tsx'
import * as css from './DataTable.css.ts'
import { Head, RowCells } from './parts.tsx'
import { useDataTable, type DataTableModel } from './useDataTable.ts'

export interface DataTableProps<Row extends object> extends DataTableModel<Row> {
  /** Accessible name. */
  readonly caption: string
}

/** Rows and columns; where the columns have no room each row is a card that names its cells. */
export function DataTable<Row extends object>({ caption, ...model }: DataTableProps<Row>) {
  const table = useDataTable(model)
  return (
    <div className={css.frame}>
      <table className={css.table} {...ROLES.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <Head table={table} />
        <tbody className={css.body} {...ROLES.rows}>
          {table.getRowModel().rows.map((row) => (
            <RowCells key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
