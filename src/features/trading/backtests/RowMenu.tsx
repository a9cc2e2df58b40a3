import { isOpen, type BacktestJob } from '#contract/backtests/jobs.ts'
import { Menu } from '#src/ui/overlays/Menu.tsx'

/** What can be done with a backtest of the list. */
export interface BacktestActions {
  readonly rename: (job: BacktestJob) => void
  readonly pause: (job: BacktestJob) => void
  readonly resume: (job: BacktestJob) => void
  readonly cancel: (job: BacktestJob) => void
  readonly remove: (job: BacktestJob) => void
}

const PAUSE = { id: 'pause' as const, label: 'Pause' }
const RESUME = { id: 'resume' as const, label: 'Resume' }
const CANCEL = { id: 'cancel' as const, label: 'Cancel' }

/** What can be done with one that has not ended. */
const openItems = (job: BacktestJob) => (isOpen(job) ? [job.status === 'paused' ? RESUME : PAUSE, CANCEL] : [])

export const RowMenu = ({ job, actions }: { readonly job: BacktestJob; readonly actions: BacktestActions }) => (
  <Menu
    text="More"
    label={`More for ${job.name}`}
    size="small"
    align="end"
    items={[{ id: 'rename' as const, label: 'Rename' }, ...openItems(job), { id: 'remove' as const, label: 'Delete' }]}
    onSelect={(action) => actions[action](job)}
  />
)
