import type { BacktestJob } from '#contract/backtests/jobs.ts'
import { isOpen } from '#src/streams/index.ts'
import { Menu } from '#src/ui/overlays/Menu.tsx'

/** What can be done with a backtest of the list. */
export interface BacktestActions {
  readonly rename: (job: BacktestJob) => void
  readonly cancel: (job: BacktestJob) => void
  readonly remove: (job: BacktestJob) => void
}

export const RowMenu = ({ job, actions }: { readonly job: BacktestJob; readonly actions: BacktestActions }) => (
  <Menu
    text="More"
    label={`More for ${job.name}`}
    size="small"
    align="end"
    items={[
      { id: 'rename' as const, label: 'Rename' },
      ...(isOpen(job) ? [{ id: 'cancel' as const, label: 'Cancel' }] : []),
      { id: 'remove' as const, label: 'Delete' },
    ]}
    onSelect={(action) => actions[action](job)}
  />
)
