import { useState } from 'react'
import { STATUS_CHANGES, type StrategyStatus } from '#contract/strategies/names.ts'
import type { StrategySummary } from '#contract/strategies/replies.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useDesk } from '../desk.ts'

/** A change of status that a strategy can be offered. */
export interface StatusChange {
  readonly to: StrategyStatus
  readonly text: 'Pause' | 'Resume' | 'Stop'
  readonly done: string
  readonly title?: string | undefined
}

const CHANGES: Partial<Record<StrategyStatus, StatusChange>> = {
  paused: { to: 'paused', text: 'Pause', done: 'paused' },
  active: { to: 'active', text: 'Resume', done: 'resumed' },
  stopped: { to: 'stopped', text: 'Stop', done: 'stopped', title: 'A stopped strategy cannot be resumed' },
}

/** What may be done with a strategy of this status, besides viewing and deleting it. */
export const changesOf = (status: StrategyStatus): readonly StatusChange[] =>
  STATUS_CHANGES[status].flatMap((to) => CHANGES[to] ?? [])

/**
 * Changes and deletes a strategy. Success is a toast, failure an alert in the server's words: 'Failed to update strategy: ...',
 * 'Failed to delete strategy: ...'.
 */
export function useActions({ id, name, status }: Pick<StrategySummary, 'id' | 'name' | 'status'>) {
  const { commands } = useDesk()
  const { dialogs, toasts } = useOverlays()
  const [busy, setBusy] = useState<StrategyStatus | 'deleted'>()

  async function change(to: StrategyStatus) {
    setBusy(to)
    const answer = await commands.setStatus(id, to)
    setBusy(undefined)
    if (answer.ok) toasts.success(`Strategy "${name}" ${CHANGES[to]?.done ?? to}`)
    else await dialogs.alert({ title: `Failed to update strategy: ${answer.failure.text}` })
  }

  async function remove() {
    const isSure = await dialogs.confirm({
      title: `Are you sure you want to delete strategy "${name}"?`,
      text: 'Its decisions and signals are deleted with it.',
      confirmText: 'Delete',
      danger: true,
    })
    if (!isSure) return
    setBusy('deleted')
    const answer = await commands.remove(id)
    setBusy(undefined)
    if (answer.ok) toasts.success(`Strategy "${name}" deleted`)
    else await dialogs.alert({ title: `Failed to delete strategy: ${answer.failure.text}` })
  }

  return { changes: changesOf(status), busy, change, remove }
}
