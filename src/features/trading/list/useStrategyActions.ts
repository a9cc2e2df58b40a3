import { STATUS_CHANGES, type StrategyStatus } from '#contract/strategies/names.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useTradingContext } from '../trading-context.ts'

/** A status change that can be offered for a strategy. */
export interface StatusChange {
  readonly to: StrategyStatus
  readonly text: 'Pause' | 'Resume' | 'Stop'
  readonly pastTense: string
  readonly title?: string | undefined
}

const CHANGES: Partial<Record<StrategyStatus, StatusChange>> = {
  paused: { to: 'paused', text: 'Pause', pastTense: 'paused' },
  active: { to: 'active', text: 'Resume', pastTense: 'resumed' },
  stopped: { to: 'stopped', text: 'Stop', pastTense: 'stopped', title: 'A stopped strategy cannot be resumed' },
}

/** Status changes available from this status. */
export const statusChangesFor = (status: StrategyStatus): readonly StatusChange[] =>
  STATUS_CHANGES[status].flatMap((to) => CHANGES[to] ?? [])

/**
 * Changes the status of a strategy or deletes it. Success shows a toast, failure an alert with the server's message:
 * 'Failed to update strategy: ...', 'Failed to delete strategy: ...'.
 */
export function useStrategyActions({ id, name, status }: Pick<StrategySummary, 'id' | 'name' | 'status'>) {
  const { commands } = useTradingContext()
  const { dialogs, toasts } = useOverlays()
  const changing = useMutation((to: StrategyStatus) => commands.setStatus(id, to))
  const removing = useMutation(() => commands.remove(id))

  async function change(to: StrategyStatus) {
    const result = await changing.mutate(to)
    if (result?.ok === true) toasts.success(`Strategy "${name}" ${CHANGES[to]?.pastTense ?? to}`)
    else if (result) await dialogs.alert({ title: `Failed to update strategy: ${result.error.text}` })
  }

  async function remove() {
    const isConfirmed = await dialogs.confirm({
      title: `Are you sure you want to delete strategy "${name}"?`,
      text: 'Its decisions and signals will be deleted too.',
      confirmText: 'Delete',
      danger: true,
    })
    if (!isConfirmed) return
    const result = await removing.mutate()
    if (result?.ok === true) toasts.success(`Strategy "${name}" deleted`)
    else if (result) await dialogs.alert({ title: `Failed to delete strategy: ${result.error.text}` })
  }

  const busy = removing.isPending ? 'deleted' : changing.pending?.[0]
  return { changes: statusChangesFor(status), busy, change, remove }
}
