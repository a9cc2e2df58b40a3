import { useMemo, useState, type ReactNode } from 'react'
import { ADMIN_AREA } from '#contract/limits.ts'
import { SORT_COLUMNS, sortsOf, type ListName, type Sort, type SortColumn } from '#contract/sorting.ts'
import type { ListFilters } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import type { Columns } from '#src/ui/table/model.ts'
import type { TableSearch } from '../search-params.ts'
import type { BulkAction } from './bulk.ts'
import { BulkBar } from './BulkBar.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { ExportControls } from './ExportControls.tsx'
import { pageOf } from './page-of.ts'
import { Pagination } from './Pagination.tsx'
import * as css from './table.css.ts'

export interface AdminTableProps<List extends ListName, Row extends object> {
  readonly list: List
  /** Accessible name. */
  readonly caption: string
  /** Plural of a row: 'users'. */
  readonly noun: string
  readonly columns: Columns<Row>
  readonly rows: readonly Row[]
  /** Number of rows that match; undefined if the server does not say. */
  readonly total: number | undefined
  readonly rowId: (row: Row) => string
  /** Names a row where it stands alone. */
  readonly nameOf: (row: Row) => string
  readonly filter: ListFilters[List]
  readonly search: TableSearch<List>
  /** Changes the address; each change can be taken back with the browser's Back. */
  readonly onSearch: (change: TableSearch<List>) => void
  /** The order without a chosen one, if it is that of a column. */
  readonly usualSort: Sort<SortColumn<List>> | undefined
  /** Shown if nothing matches. */
  readonly empty: ReactNode
  readonly pageSize?: number | undefined
  readonly actions?: readonly BulkAction<Row>[] | undefined
  /** Called when the list must be reloaded. */
  readonly onChanged?: (() => void) | undefined
  /** What is exported of a row; all of it by default. */
  readonly toExported?: ((row: Row) => object) | undefined
  readonly detail?: ((row: Row) => ReactNode) | undefined
}

const NONE: ReadonlySet<string> = new Set()
const nothing = () => undefined

/** One page of a list: sorted, selected and exported here, filtered above it. Its state is in the address. */
export function AdminTable<List extends ListName, Row extends object>(props: AdminTableProps<List, Row>) {
  const { list, caption, noun, columns, rowId, nameOf, filter, search, onSearch, usualSort, empty, detail } = props
  const { pageSize = ADMIN_AREA.rowsPerPage, actions, onChanged = nothing, toExported } = props
  const { page = 1, hide } = search
  const { rows, total, pageCount } = useMemo(
    () => pageOf(props.rows, props.total, page, pageSize),
    [props.rows, props.total, page, pageSize],
  )
  const hidden = useMemo(() => hide?.split('.') ?? [], [hide])
  const [ids, setIds] = useState(NONE)
  const goToPage = (next: number) => onSearch({ page: next === 1 ? undefined : next })
  const sorting = {
    columns: SORT_COLUMNS[list],
    sort: search.sort ?? usualSort,
    onSort: (next: Sort | undefined) => {
      const sort = sortsOf<SortColumn<List>>(SORT_COLUMNS[list]).find((known) => known === next)
      onSearch({ sort: sort === usualSort ? undefined : sort, page: undefined })
    },
  }
  const selected = rows.filter((row) => ids.has(rowId(row))).map((row) => ({ row, id: rowId(row), name: nameOf(row) }))

  return (
    <>
      <div className={css.toolbar}>
        {actions === undefined ? null : (
          <BulkBar actions={actions} selected={selected} onClear={() => setIds(NONE)} onChanged={onChanged} />
        )}
        <span className={css.toolbarEnd}>
          <ColumnsMenu
            columns={columns}
            hidden={hidden}
            onChange={(next) => onSearch({ hide: next.length === 0 ? undefined : next.join('.') })}
          />
          <ExportControls list={list} filter={filter} rows={toExported ? rows.map(toExported) : rows} total={total} />
        </span>
      </div>
      {total === 0 ? (
        empty
      ) : rows.length === 0 ? (
        <EmptyState
          title="This page does not exist"
          action={<Button onClick={() => goToPage(pageCount)}>Last Page</Button>}
        />
      ) : (
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          rowId={rowId}
          hidden={hidden}
          sorting={sorting}
          selection={actions && { ids, onChange: setIds, nameOf }}
          detail={detail}
        />
      )}
      <Pagination page={page} pageCount={pageCount} total={total} noun={noun} onPage={goToPage} />
    </>
  )
}
