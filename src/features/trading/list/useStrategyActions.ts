import { STRATEGY } from '#contract/limits.ts'
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
}

const CHANGES: Partial<Record<StrategyStatus, StatusChange>> = {
  paused: { to: 'paused', text: 'Pause', pastTense: 'paused' },
  active: { to: 'active', text: 'Resume', pastTense: 'resumed' },
  stopped: { to: 'stopped', text: 'Stop', pastTense: 'stopped' },
}

/** Status changes available from this status. */
export const statusChangesFor = (status: StrategyStatus): readonly StatusChange[] =>
  STATUS_CHANGES[status].flatMap((to) => CHANGES[to] ?? [])

/** [TG-35] */
const stopQuestion = (name: string) => ({
  title: `Stop strategy "${name}"?`,
  text: 'It decides no more, and after a minute this is final: a stopped strategy cannot be resumed. Its decisions can still be read. To interrupt it, pause it instead.',
  confirmText: 'Stop',
  danger: true,
})

/**
 * Changes the status of a strategy or deletes it; stopping and deleting ask first, and a stop can be undone. Success shows a toast, failure an alert with the server's message:
 * 'Failed to update strategy: ...', 'Failed to delete strategy: ...'.
 */
export function useStrategyActions({ id, name, status }: Pick<StrategySummary, 'id' | 'name' | 'status'>) {
  const { commands } = useTradingContext()
  const { dialogs, toasts } = useOverlays()
  const changing = useMutation((to: StrategyStatus) => commands.setStatus(id, to))
  const removing = useMutation(() => commands.remove(id))

  const alertFailure = (text: string) => dialogs.alert({ title: `Failed to update strategy: ${text}` })

  /** Not through `changing`: by then the card may be gone. */
  async function undoStop() {
    const result = await commands.setStatus(id, status)
    if (result.ok) toasts.success(`Strategy "${name}" is ${status} again`)
    else await alertFailure(result.error.text)
  }

  async function change(to: StrategyStatus) {
    if (to === 'stopped' && !(await dialogs.confirm(stopQuestion(name)))) return
    const result = await changing.mutate(to)
    if (result?.ok === false) return alertFailure(result.error.text)
    if (result === undefined) return undefined
    const text = `Strategy "${name}" ${CHANGES[to]?.pastTense ?? to}`
    if (to === 'stopped') toasts.undoable(text, { onUndo: () => void undoStop(), forMs: STRATEGY.undoStop.offeredMs })
    else toasts.success(text)
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
