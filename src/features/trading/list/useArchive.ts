import type { StrategySummary } from '#contract/strategies/responses.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useTradingContext } from '../trading-context.ts'

/** How long the toast offers Undo. */
const UNDO_MS = 10_000

/** Puts a stopped strategy into the archive or takes it out; both can be undone from the toast. */
export function useArchive({ id, name, status, archived_at: at }: StrategySummary) {
  const { commands } = useTradingContext()
  const { dialogs, toasts } = useOverlays()
  const isArchived = at !== undefined

  async function set(toArchived: boolean): Promise<boolean> {
    const result = await commands.setArchived(id, toArchived)
    if (!result.ok) await dialogs.alert({ title: `Failed to update strategy: ${result.error.text}` })
    return result.ok
  }

  async function change(): Promise<void> {
    if (!(await set(!isArchived))) return
    const text = `Strategy "${name}" ${isArchived ? 'taken out of the archive' : 'archived'}`
    toasts.undoable(text, { onUndo: () => void set(isArchived), forMs: UNDO_MS })
  }

  return { canChange: isArchived || status === 'stopped', text: isArchived ? 'Unarchive' : 'Archive', change }
}
