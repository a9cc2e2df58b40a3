import { ADMIN_AREA } from '#contract/limits.ts'
import { SORT_COLUMNS, type ListName, type SortColumn } from '#contract/sorting.ts'
import type { ListFilters } from '#contract/list-queries.ts'
import { PagedTable, type PagedTableProps } from '#src/ui/table/PagedTable.tsx'
import { ExportControls } from './ExportControls.tsx'

export interface AdminTableProps<List extends ListName, Row extends object> extends Omit<
  PagedTableProps<Row, SortColumn<List>>,
  'pageSize' | 'sortColumns' | 'renderExport'
> {
  readonly list: List
  readonly filter: ListFilters[List]
  readonly pageSize?: number | undefined
  /** What is exported of a row; all of it by default. */
  readonly toExported?: ((row: Row) => object) | undefined
}

/** One page of a list that the server sorts, filters and exports. */
export function AdminTable<List extends ListName, Row extends object>(props: AdminTableProps<List, Row>) {
  const { list, filter, toExported, pageSize = ADMIN_AREA.rowsPerPage, ...table } = props
  return (
    <PagedTable<Row, SortColumn<List>>
      {...table}
      pageSize={pageSize}
      sortColumns={SORT_COLUMNS[list]}
      renderExport={({ rows, total }) => (
        <ExportControls list={list} filter={filter} rows={toExported ? rows.map(toExported) : rows} total={total} />
      )}
    />
  )
}
