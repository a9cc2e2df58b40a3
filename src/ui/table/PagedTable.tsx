import { useMemo, useState, type ReactNode } from 'react'
import { sortsOf, type Sort } from '#contract/sorting.ts'
import type { TableSearch } from './search.ts'
import { Button } from '../controls/Button.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import type { BulkAction } from './bulk.ts'
import { BulkBar } from './BulkBar.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { pageOf } from './page-of.ts'
import * as css from './PagedTable.css.ts'
import { Pagination } from './Pagination.tsx'

/** The rows of the page that is shown, and how many there are on all pages. */
export interface ShownRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

export interface PagedTableProps<Row extends object, Column extends string> extends Pick<
  DataTableProps<Row>,
  'caption' | 'columns' | 'rowId' | 'detail'
> {
  /** Plural of a row: 'users'. */
  readonly noun: string
  /** A page of the list, or all of it. */
  readonly rows: readonly Row[]
  /** Number of rows that match; undefined if the rows are all. */
  readonly total: number | undefined
  readonly pageSize: number
  /** Names a row where it stands alone. */
  readonly nameOf: (row: Row) => string
  /** Ids of the columns that can be sorted. */
  readonly sortColumns: readonly Column[]
  /** The order without a chosen one, if it is that of a column. */
  readonly usualSort: Sort<Column> | undefined
  readonly search: TableSearch<Column>
  /** Changes the address. */
  readonly onSearch: (change: TableSearch<Column>) => void
  /** Shown if nothing matches. */
  readonly empty: ReactNode
  readonly actions?: readonly BulkAction<Row>[] | undefined
  /** Called when the list must be reloaded. */
  readonly onChanged?: (() => void) | undefined
  /** Controls that save rows. */
  readonly renderExport: (shown: ShownRows<Row>) => ReactNode
}

const NONE: ReadonlySet<string> = new Set()
const nothing = () => undefined

/** A list by pages: its order, page and columns are in the address, several rows are selected and acted upon together. */
export function PagedTable<Row extends object, Column extends string>(props: PagedTableProps<Row, Column>) {
  const { caption, noun, columns, rowId, nameOf, sortColumns, usualSort, search, onSearch, empty, detail } = props
  const { pageSize, actions, onChanged = nothing, renderExport } = props
  const { page = 1, hide } = search
  const { rows, total, pageCount } = useMemo(
    () => pageOf(props.rows, props.total, page, pageSize),
    [props.rows, props.total, page, pageSize],
  )
  const hidden = useMemo(() => hide?.split('.') ?? [], [hide])
  const [ids, setIds] = useState(NONE)
  const goToPage = (next: number) => onSearch({ page: next === 1 ? undefined : next })
  const sorting = {
    columns: sortColumns,
    sort: search.sort ?? usualSort,
    onSort: (next: Sort | undefined) => {
      const sort = sortsOf<Column>(sortColumns).find((known) => known === next)
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
          {renderExport({ rows, total })}
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
