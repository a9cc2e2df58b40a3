import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { cx } from '../cx.ts'
import { ROLES } from '../display/tableRoles.ts'
import { visuallyHidden } from '../display/VisuallyHidden.css.ts'
import * as css from './DataTable.css.ts'
import type { ColumnMeta, DataRow } from './model.ts'
import type { DataTable } from './useDataTable.ts'

/**
 * A template is called, not made a component: one that is new at each render would take its cells out and put in others,
 * and with them the focus.
 */
const drawn = <Context,>(template: ReactNode | ((context: Context) => ReactNode), context: Context): ReactNode =>
  typeof template === 'function' ? template(context) : template

const classOf = (base: string, meta: ColumnMeta | undefined) =>
  cx(
    base,
    meta?.numeric === true && css.numeric,
    meta?.wraps === true && css.wraps,
    meta?.acts === true && css.acts,
    meta?.lead === true && css.lead,
  )

export interface HeadProps<Row extends object> {
  readonly table: DataTable<Row>
  /** Stays in sight while the rows scroll. */
  readonly sticky?: boolean | undefined
}

export function Head<Row extends object>({ table, sticky = false }: HeadProps<Row>) {
  return (
    <thead className={cx(css.head, sticky && css.sticky)} {...ROLES.rows}>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} {...ROLES.row}>
          {group.headers.map((header) => (
            <th
              key={header.id}
              scope="col"
              className={classOf(css.headCell, header.column.columnDef.meta)}
              {...ROLES.header}
            >
              {drawn(header.column.columnDef.header, header.getContext())}
            </th>
          ))}
        </tr>
      ))}
    </thead>
  )
}

export interface RowCellsProps<Row extends object> {
  readonly row: DataRow<Row>
  readonly index?: number | undefined
  readonly isMarked?: boolean | undefined
}

/** One row; its cells carry the names of their columns, for where the header is not in sight. */
export function RowCells<Row extends object>({ row, index, isMarked = false }: RowCellsProps<Row>) {
  return (
    <tr className={cx(css.row, isMarked && css.marked)} aria-rowindex={index} {...ROLES.row}>
      {row.getAllCells().map((cell) => {
        const { header, meta } = cell.column.columnDef
        return (
          <td
            key={cell.id}
            className={classOf(css.cell, meta)}
            data-label={typeof header === 'string' && meta?.lead !== true ? header : undefined}
            {...ROLES.cell}
          >
            {drawn(cell.column.columnDef.cell, cell.getContext())}
          </td>
        )
      })}
    </tr>
  )
}

const detailId = (rowId: string) => `detail-${rowId}`

/** Opens and closes what a row has to tell besides its cells. `of` names the row to those who do not see it. */
export function DetailToggle<Row extends object>({ row, of }: { readonly row: DataRow<Row>; readonly of: string }) {
  const isOpen = row.getIsExpanded()
  return (
    <Button
      size="small"
      variant="ghost"
      className={css.toggle}
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailId(row.id) : undefined}
      icon={<ChevronDown size={14} aria-hidden="true" className={cx(isOpen && css.turned)} />}
      onClick={row.getToggleExpandedHandler()}
    >
      Details <span className={visuallyHidden}>of {of}</span>
    </Button>
  )
}

export interface DetailRowProps {
  readonly rowId: string
  readonly width: number
  readonly children: ReactNode
}

export function DetailRow({ rowId, width, children }: DetailRowProps) {
  return (
    <tr id={detailId(rowId)} className={css.detailRow} {...ROLES.row}>
      <td colSpan={width} className={css.detailCell} {...ROLES.cell}>
        {children}
      </td>
    </tr>
  )
}
