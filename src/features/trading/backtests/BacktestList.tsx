import { useMemo, useState } from 'react'
import type { BacktestJob } from '#contract/backtests/jobs.ts'
import { BACKTEST } from '#contract/limits.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './backtests.css.ts'
import { backtestColumns } from './columns.tsx'
import type { BacktestActions } from './RowMenu.tsx'

interface BacktestListProps {
  readonly jobs: readonly BacktestJob[]
  /** Undefined for users who may not change anything. */
  readonly actions: BacktestActions | undefined
  readonly onShow: (id: string) => void
  readonly onCompare: (ids: readonly string[]) => void
}

const NONE: ReadonlySet<string> = new Set()
const FEWEST_COMPARED = 2

/** The backtests, newest first; done ones can be selected and compared. */
export function BacktestList({ jobs, actions, onShow, onCompare }: BacktestListProps) {
  const now = useNow(MINUTE_MS)
  const [selected, setSelected] = useState(NONE)
  const columns = useMemo(() => backtestColumns(now, onShow, actions), [now, onShow, actions])
  if (jobs.length === 0) {
    return (
      <EmptyState title="No backtests yet">
        {actions === undefined
          ? 'Backtests are run by Traders and Admins.'
          : 'New Backtest tests a strategy or a template on past candles.'}
      </EmptyState>
    )
  }
  const compared = jobs.filter(({ id, status }) => selected.has(id) && status === 'done').map(({ id }) => id)
  const canCompare = compared.length >= FEWEST_COMPARED && compared.length <= BACKTEST.maxCompared
  return (
    <>
      <div className={css.compareBar}>
        <Button size="small" disabled={!canCompare} onClick={() => onCompare(compared)}>
          Compare
        </Button>
        <span className={layout.quiet}>
          Select {FEWEST_COMPARED} to {BACKTEST.maxCompared} that are done to compare them.
        </span>
      </div>
      <DataTable
        caption="Backtests"
        columns={columns}
        rows={jobs}
        rowId={({ id }) => id}
        selection={{ ids: selected, onChange: setSelected, nameOf: ({ name }) => name, isLimited: true }}
      />
    </>
  )
}
