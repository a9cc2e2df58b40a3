import { useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { useOverlays } from '../overlays/OverlayProvider.tsx'
import type { BulkAction } from './bulk.ts'
import { BulkDialog, type BulkDialogProps } from './BulkDialog.tsx'
import { row } from './PagedTable.css.ts'

export interface BulkBarProps<Row> {
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
export function BulkBar<Row>({ actions, selected, onClear, onChanged }: BulkBarProps<Row>) {
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
