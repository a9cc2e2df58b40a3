import { useMemo, useState } from 'react'
import { isOpen, type BacktestJob } from '#contract/backtests/jobs.ts'
import type { Backtests } from '#src/app/services.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import type { BacktestActions } from './RowMenu.tsx'

/** Changes of backtests: deleting asks first; a failure shows the server's message. */
export function useBacktestActions(backtests: Backtests, onRemoved: (id: string) => void) {
  const { dialogs, toasts } = useOverlays()
  const [renamed, setRenamed] = useState<BacktestJob>()

  const actions = useMemo((): BacktestActions => {
    const act = (verb: 'pause' | 'resume') => async (job: BacktestJob) => {
      const result = await backtests[verb](job.id)
      if (!result.ok) await dialogs.alert({ title: `Failed to ${verb} backtest: ${result.error.text}` })
    }
    async function cancel({ id, name }: BacktestJob): Promise<void> {
      const result = await backtests.cancel(id)
      if (result.ok) toasts.success(`Backtest "${name}" cancelled`)
      else await dialogs.alert({ title: `Failed to cancel backtest: ${result.error.text}` })
    }
    async function remove(job: BacktestJob): Promise<void> {
      const isConfirmed = await dialogs.confirm({
        title: `Are you sure you want to delete backtest "${job.name}"?`,
        text: isOpen(job) ? 'It ends without a result.' : 'Its result will be deleted too.',
        confirmText: 'Delete',
        danger: true,
      })
      if (!isConfirmed) return
      const result = await backtests.remove(job.id)
      if (!result.ok) return dialogs.alert({ title: `Failed to delete backtest: ${result.error.text}` })
      toasts.success(`Backtest "${job.name}" deleted`)
      onRemoved(job.id)
    }
    return {
      rename: setRenamed,
      pause: (job) => void act('pause')(job),
      resume: (job) => void act('resume')(job),
      cancel: (job) => void cancel(job),
      remove: (job) => void remove(job),
    }
  }, [backtests, dialogs, toasts, onRemoved])

  return { actions, renamed, closeRename: () => setRenamed(undefined) }
}
