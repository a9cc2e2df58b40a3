import { ChevronDown } from 'lucide-react'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { TABLE_ROLES } from '../attributes.ts'
import { Button } from '../controls/Button.tsx'
import { cx } from '../cx.ts'
import { visuallyHidden } from '../text/VisuallyHidden.css.ts'
import * as css from './DataTable.css.ts'
import type { ColumnMeta, DataRow } from './model.ts'
import { ROW } from './row-keys.ts'
import { SelectCell } from './SelectBox.tsx'

/** Calls a template instead of rendering it as a component: a new function per render would remount the cells and lose the focus. */
export const renderTemplate = <Context,>(
  template: ReactNode | ((context: Context) => ReactNode),
  context: Context,
): ReactNode => (typeof template === 'function' ? template(context) : template)

export const cellClass = (base: string, meta: ColumnMeta | undefined): string =>
  cx(
    base,
    meta?.numeric === true && css.numeric,
    meta?.wraps === true && css.wrapping,
    meta?.isShort === true && css.short,
    meta?.isActions === true && css.actions,
    meta?.isTitle === true && css.titleCell,
    meta?.inCard === 'bare' && css.bare,
    meta?.inCard === 'folded' && css.folded,
  )

export interface DataTableRowProps<Row extends object> {
  readonly row: DataRow<Row>
  readonly isSelected: boolean
  /** Label of the row's checkbox; without it there is none. */
  readonly selectLabel: string | undefined
  /** Called with the row's id when it is selected, or no longer. */
  readonly onToggle: (id: string) => void
}

/** Whether the detail of the row around is shown. */
const ExpandedContext = createContext(false)

/**
 * One row; its cells carry their column names for the card layout. It is rendered anew only for other data, columns or selection,
 * as a table is rendered several times until an answer is there.
 */
export function DataTableRow<Row extends object>({ row, isSelected, selectLabel, onToggle }: DataTableRowProps<Row>) {
  const { id } = row
  const visible = row.getVisibleCells()
  const isExpanded = row.getIsExpanded()
  const cells = useMemo(
    () =>
      visible.map((cell) => {
        const { header, meta } = cell.column.columnDef
        const hasLabel = meta?.isTitle !== true && meta?.inCard !== 'bare'
        return (
          <td
            key={cell.column.id}
            className={cellClass(css.cell, meta)}
            data-label={typeof header === 'string' && hasLabel ? header : undefined}
            {...TABLE_ROLES.cell}
          >
            {renderTemplate(cell.column.columnDef.cell, cell.getContext())}
          </td>
        )
      }),
    [visible],
  )
  return useMemo(
    () => (
      <ExpandedContext value={isExpanded}>
        <tr className={cx(css.row, isSelected && css.selected)} {...ROW} {...TABLE_ROLES.row}>
          {selectLabel === undefined ? null : (
            <SelectCell label={selectLabel} isSelected={isSelected} onToggle={() => onToggle(id)} />
          )}
          {cells}
        </tr>
      </ExpandedContext>
    ),
    [cells, isExpanded, isSelected, selectLabel, onToggle, id],
  )
}

const detailId = (rowId: string) => `detail-${rowId}`

/** Expands and collapses the row's detail. `of` names the row for screen readers. */
export function DetailToggle<Row extends object>({ row, of }: { readonly row: DataRow<Row>; readonly of: string }) {
  const isOpen = useContext(ExpandedContext)
  return (
    <Button
      size="small"
      variant="ghost"
      className={css.toggle}
      data-main
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailId(row.id) : undefined}
      icon={<ChevronDown size={14} aria-hidden="true" className={cx(isOpen && css.rotated)} />}
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
    <tr id={detailId(rowId)} className={css.detailRow} {...TABLE_ROLES.row}>
      <td colSpan={width} className={css.detailCell} {...TABLE_ROLES.cell}>
        {children}
      </td>
    </tr>
  )
}
