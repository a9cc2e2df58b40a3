import { useState } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import { CATALOGUE } from '#contract/strategies/catalogue.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { duplicateOf } from '#src/machines/wizard/from-definition.ts'
import { Menu } from '#src/ui/overlays/Menu.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { RenameDialog } from '../RenameDialog.tsx'
import { useTradingContext } from '../trading-context.ts'
import { useEdit } from '../versions/useEdit.ts'
import { wizardCommands } from '#src/machines/wizard/types.ts'

/** How long the toast offers Undo. */
const UNDO_MS = 10_000

/** Puts a stopped strategy into the archive or takes it out; both can be undone from the toast. */
function useArchive({ id, name, status, archived_at: at }: StrategySummary) {
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

/** Opens a copy of a strategy in the wizard. */
function useDuplicate() {
  const { commands, wizard } = useTradingContext()
  const { dialogs } = useOverlays()

  return async (id: string) => {
    const result = await commands.definition(id)
    if (!result.ok) return dialogs.alert({ title: `Failed to duplicate strategy: ${result.error.text}` })
    wizardCommands(wizard).adapt(duplicateOf(result.value, CATALOGUE))
    return undefined
  }
}

/** The less frequent actions of a strategy: edit, rename, duplicate and archive. */
export function MoreMenu({ strategy }: { readonly strategy: StrategySummary }) {
  const { id, name } = strategy
  const { commands } = useTradingContext()
  const duplicate = useDuplicate()
  const { canEdit, edit } = useEdit(strategy)
  const archive = useArchive(strategy)
  const [isRenaming, setIsRenaming] = useState(false)
  return (
    <>
      <Menu
        text="More"
        label={`More for ${name}`}
        size="small"
        items={[
          ...(canEdit ? [{ id: 'edit' as const, label: 'Edit' }] : []),
          { id: 'rename' as const, label: 'Rename' },
          { id: 'duplicate' as const, label: 'Duplicate' },
          ...(archive.canChange ? [{ id: 'archive' as const, label: archive.text }] : []),
        ]}
        onSelect={(action) => {
          if (action === 'edit') void edit()
          else if (action === 'rename') setIsRenaming(true)
          else if (action === 'archive') void archive.change()
          else void duplicate(id)
        }}
      />
      {isRenaming ? (
        <RenameDialog
          noun="Strategy"
          renamed={strategy}
          maxLength={STRATEGY.maxName}
          description="Its decisions, status and limits stay as they are."
          rename={commands.rename}
          onClose={() => setIsRenaming(false)}
        />
      ) : null}
    </>
  )
}
