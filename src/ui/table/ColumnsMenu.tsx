import { Columns3 } from 'lucide-react'
import { ChecklistMenu } from '../overlays/Menu.tsx'
import type { Columns } from './model.ts'

export interface ColumnsMenuProps<Row extends object> {
  readonly columns: Columns<Row>
  readonly hidden: readonly string[]
  readonly onChange: (hidden: readonly string[]) => void
}

/** Chooses the columns of a table; its title and its actions always stay. */
export function ColumnsMenu<Row extends object>({ columns, hidden, onChange }: ColumnsMenuProps<Row>) {
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
