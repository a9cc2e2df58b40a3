import type { ReactNode } from 'react'
import { frame, numeric, table } from './Table.css.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** Figures: right-aligned. */
  readonly numeric?: boolean | undefined
}

export interface TableProps<Row> {
  /** Accessible name. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Shown across the table when there is no row. */
  readonly empty: string
}

/** Not every browser lets the keyboard reach what merely scrolls. */
const FOCUSABLE = { tabIndex: 0 } as const

/** Rows and columns; scrolls sideways inside its own frame, reachable by keyboard. */
export function Table<Row>({ caption, columns, rows, rowKey, empty }: TableProps<Row>) {
  return (
    <section className={frame} aria-label={caption} {...FOCUSABLE}>
      <table className={table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={column.numeric === true ? numeric : undefined}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <tr>
              <td colSpan={columns.length}>{empty}</td>
            </tr>
          ) : null}
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.id} className={column.numeric === true ? numeric : undefined}>
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
