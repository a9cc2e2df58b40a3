import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { meaningProps, type FigureMeaning } from '../data/meaning.ts'
import * as css from './Table.css.ts'
import { FOCUSABLE, TABLE_ROLES } from '../attributes.ts'
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
}

const cellClass = <Row,>({ numeric, wraps }: Column<Row>): string | undefined =>
  cx(numeric === true && css.numeric, wraps === true && css.wrapping) || undefined

/** A table that scrolls horizontally in its own, focusable frame, unless its rows become cards. */
export function Table<Row>({ caption, columns, rows, rowKey, empty, stacks = false }: TableProps<Row>) {
  return (
    <section className={cx(css.frame, stacks && css.stacked)} aria-label={caption} {...FOCUSABLE}>
      <table className={css.table} {...TABLE_ROLES.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead {...TABLE_ROLES.rows}>
          <tr {...TABLE_ROLES.row}>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cellClass(column)}
                {...TABLE_ROLES.header}
                {...(column.meaning === undefined ? {} : meaningProps(column.meaning))}
              >
                {column.header}
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
          {rows.map((row) => (
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
    </section>
  )
}
