import { Columns3 } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useMemo, useState } from 'react'
import { type Sort, sortsOf } from '#contract/sorting.ts'
import { Button } from '../controls/Button.tsx'
import { cx } from '../cx.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { control } from '../fields/Field.css.ts'
import { ChecklistMenu } from '../overlays/Menu.tsx'
import { useOverlays } from '../overlays/OverlayProvider.tsx'
import { BulkDialog, type BulkDialogProps } from './BulkDialog.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import * as css from './PagedTable.css.ts'
import { pageNumber, pages, row } from './PagedTable.css.ts'
import type { BulkAction } from './bulk.ts'
import type { Columns } from './model.ts'
import type { TableSearch } from './search.ts'

interface BulkBarProps<Row> {
  readonly actions: readonly BulkAction<Row>[]
  readonly selected: BulkDialogProps<Row>['rows']
  readonly onClear: () => void
  /** Called when the list must be reloaded. */
  readonly onChanged: () => void
}

/** Names listed in the confirmation; of more rows only the number. */
const NAMED = 5

const namesOf = (names: readonly string[]): string =>
  names.length <= NAMED ? names.join('\n') : [...names.slice(0, NAMED), `and ${names.length - NAMED} more`].join('\n')

/** How many rows are selected, and what can be done with them after a confirmation. */
function BulkBar<Row>({ actions, selected, onClear, onChanged }: BulkBarProps<Row>) {
  const { dialogs } = useOverlays()
  const [running, setRunning] = useState<Pick<BulkDialogProps<Row>, 'action' | 'rows'>>()

  const confirmAndRun = async (action: BulkAction<Row>) => {
    const affected = selected.filter(({ row }) => action.exempts(row) === undefined)
    const isConfirmed = await dialogs.confirm({
      title: action.question(affected.length),
      text: `${namesOf(affected.map(({ name }) => name))}\n\n${action.consequence(affected.map(({ row }) => row))}`,
      confirmText: action.label,
      danger: action.isHarmful,
    })
    if (isConfirmed) setRunning({ action, rows: selected })
  }
  const close = () => {
    setRunning(undefined)
    onClear()
    onChanged()
  }

  if (selected.length === 0 && running === undefined) return null
  return (
    <section className={row} aria-label="Selected rows">
      <output>{selected.length} selected</output>
      {actions.map((action) => (
        <Button
          key={action.label}
          size="small"
          variant={action.isHarmful ? 'danger' : 'secondary'}
          disabled={selected.every(({ row }) => action.exempts(row) !== undefined)}
          onClick={() => void confirmAndRun(action)}
        >
          {action.label}
        </Button>
      ))}
      <Button size="small" variant="ghost" onClick={onClear}>
        Clear Selection
      </Button>
      {running === undefined ? null : <BulkDialog {...running} onClose={close} />}
    </section>
  )
}

interface ColumnsMenuProps<Row extends object> {
  readonly columns: Columns<Row>
  readonly hidden: readonly string[]
  readonly onChange: (hidden: readonly string[]) => void
}

/** Chooses the columns of a table; its title and its actions always stay. */
function ColumnsMenu<Row extends object>({ columns, hidden, onChange }: ColumnsMenuProps<Row>) {
  const items = columns.flatMap(({ id, header, meta, ...column }) => {
    const columnId = id ?? ('accessorKey' in column ? String(column.accessorKey) : undefined)
    const label = meta?.name ?? (typeof header === 'string' ? header : undefined)
    const isFixed = meta?.isTitle === true || meta?.isActions === true
    if (columnId === undefined || label === undefined || isFixed) return []
    return [{ id: columnId, label, checked: !hidden.includes(columnId) }]
  })
  return (
    <ChecklistMenu
      text="Columns"
      size="small"
      align="end"
      icon={<Columns3 size={14} aria-hidden="true" />}
      items={items}
      onToggle={(id) => onChange(hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id])}
    />
  )
}

interface PaginationProps {
  readonly page: number
  readonly pageCount: number
  readonly total: number
  /** Plural of a row: 'users'. */
  readonly noun: string
  readonly onPage: (page: number) => void
}

/** Goes to a page by its number; the browser says which there are. */
function PageJump({ pageCount, onPage }: Pick<PaginationProps, 'pageCount' | 'onPage'>) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onPage(Number(new FormData(event.currentTarget).get('page')))
    event.currentTarget.reset()
  }
  return (
    <form className={row} onSubmit={submit}>
      <input
        className={cx(control, pageNumber)}
        name="page"
        type="number"
        min={1}
        max={pageCount}
        required
        aria-label={`Go to page, 1 to ${pageCount}`}
      />
      <Button size="small" type="submit">
        Go
      </Button>
    </form>
  )
}

/** Where one is, as 'Page 2 of 3 (41 total users)', and the way to the pages beside it, or to any of many. */
function Pagination({ page, pageCount, total, noun, onPage }: PaginationProps) {
  return (
    <nav className={pages} aria-label="Pages">
      <span aria-live="polite">{`Page ${page} of ${pageCount} (${total} total ${noun})`}</span>
      <span className={row}>
        {pageCount > 2 ? <PageJump pageCount={pageCount} onPage={onPage} /> : null}
        <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button size="small" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </span>
    </nav>
  )
}

/** The rows of a page, and how many rows and pages there are. */
interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly pageCount: number
}

/**
 * The rows of a page. With a `total`, `listed` is one page that the server cut; without it, or if the server sent more than
 * a page, `listed` is everything, and is cut here.
 */
export function pageOf<Row>(
  listed: readonly Row[],
  total: number | undefined,
  page: number,
  pageSize: number,
): Page<Row> {
  const isWhole = total === undefined || listed.length > pageSize
  const count = isWhole ? listed.length : total
  return {
    rows: isWhole ? listed.slice((page - 1) * pageSize, page * pageSize) : listed,
    total: count,
    pageCount: Math.max(1, Math.ceil(count / pageSize)),
  }
}

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
