import { useTable } from '@tanstack/react-table'
import { features, type Columns } from './model.ts'

export interface DataTableModel<Row extends object> {
  readonly columns: Columns<Row>
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
}

/** A TanStack table whose rows stay expanded when the data changes. */
export const useDataTable = <Row extends object>({ columns, rows, rowId }: DataTableModel<Row>) =>
  useTable({
    features,
    columns,
    data: rows,
    getRowId: rowId,
    getRowCanExpand: () => true,
    autoResetExpanded: false,
  })

export type DataTable<Row extends object> = ReturnType<typeof useDataTable<Row>>
