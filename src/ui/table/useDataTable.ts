import { useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { features, type Columns } from './model.ts'

export interface DataTableModel<Row extends object> {
  readonly columns: Columns<Row>
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  /** Ids of the columns that are not shown. */
  readonly hidden?: readonly string[] | undefined
}

const NONE: readonly string[] = []

/** A TanStack table whose rows stay expanded when the data changes. */
export function useDataTable<Row extends object>({ columns, rows, rowId, hidden = NONE }: DataTableModel<Row>) {
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((id) => [id, false])), [hidden])
  return useTable({
    features,
    columns,
    data: rows,
    getRowId: rowId,
    getRowCanExpand: () => true,
    autoResetExpanded: false,
    state: { columnVisibility },
  })
}

export type DataTable<Row extends object> = ReturnType<typeof useDataTable<Row>>
