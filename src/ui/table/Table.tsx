import { useState, type ReactNode } from 'react'
import { parseSort, type Sort } from '#contract/sorting.ts'
import { Button } from '../controls/Button.tsx'
import { cx } from '../cx.ts'
import { meaningProps, type FigureMeaning } from '../data/meaning.ts'
import * as css from './Table.css.ts'
import { FOCUSABLE, TABLE_ROLES } from '../attributes.ts'
import { SortButton } from './SortButton.tsx'
import { directionOf, nextSort } from './sorting.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** What the values say, for figures that claim something. */
  readonly meaning?: FigureMeaning | undefined
  readonly cell: (row: Row) => ReactNode
  /** Right-aligned numbers. */
  readonly numeric?: boolean | undefined
  /** Long texts may wrap. */
  readonly wraps?: boolean | undefined
  /** What the rows are sorted by when the header is pressed, numbers from the largest first; rows without come last. */
  readonly sortBy?: ((row: Row) => string | number | null | undefined) | undefined
}

export interface TableProps<Row> {
  /** Accessible name. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Shown if there are no rows. */
  readonly empty: string
  /** Turns rows into cards with labelled cells where the columns do not fit. */
  readonly stacks?: boolean | undefined
  /** Rows shown at first; a button adds as many more. Without it all are. */
  readonly pageSize?: number | undefined
}

const cellClass = <Row,>({ numeric, wraps }: Column<Row>): string | undefined =>
  cx(numeric === true && css.numeric, wraps === true && css.wrapping) || undefined

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true })

/** The rows in an order, those without a value last. */
function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined): readonly Row[] {
  if (sort === undefined) return rows
  const { column, isDescending } = parseSort(sort)
  const sortBy = columns.find(({ id }) => id === column)?.sortBy
  return rows.toSorted((a, b) => {
    const [left, right] = [sortBy?.(a) ?? null, sortBy?.(b) ?? null]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return isDescending ? compare(right, left) : compare(left, right)
  })
}

/** A table that scrolls horizontally in its own, focusable frame, unless its rows become cards. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  stacks = false,
  pageSize = Infinity,
}: TableProps<Row>) {
  const [sort, setSort] = useState<Sort>()
  const [pages, setPages] = useState(1)
  const shown = sorted(rows, columns, sort).slice(0, pages * pageSize)
  const rest = rows.length - shown.length
  const canSort = rows.length > 1 && columns.some(({ sortBy }) => sortBy !== undefined)
  return (
    <section className={cx(css.frame, stacks && css.stacked)} aria-label={caption} {...FOCUSABLE}>
      <table className={css.table} {...TABLE_ROLES.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead className={canSort ? css.sortable : undefined} {...TABLE_ROLES.rows}>
          <tr {...TABLE_ROLES.row}>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cellClass(column)}
                aria-sort={canSort && column.sortBy ? (directionOf(sort, column.id) ?? 'none') : undefined}
                {...TABLE_ROLES.header}
                {...(column.meaning === undefined ? {} : meaningProps(column.meaning))}
              >
                {canSort && column.sortBy ? (
                  <SortButton
                    direction={directionOf(sort, column.id)}
                    onPress={() => setSort(nextSort(sort, column.id, column.numeric === true))}
                  >
                    {column.header}
                  </SortButton>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.rows}>
          {rows.length === 0 ? (
            <tr {...TABLE_ROLES.row}>
              <td colSpan={columns.length} {...TABLE_ROLES.cell}>
                {empty}
              </td>
            </tr>
          ) : null}
          {shown.map((row) => (
            <tr key={rowKey(row)} {...TABLE_ROLES.row}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={cellClass(column)}
                  data-label={stacks ? column.header : undefined}
                  {...TABLE_ROLES.cell}
                  {...(column.meaning === undefined ? {} : meaningProps(column.meaning))}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 ? (
        <Button size="small" variant="ghost" onClick={() => setPages(pages + 1)}>
          Show {Math.min(rest, pageSize)} More
        </Button>
      ) : null}
    </section>
  )
}
