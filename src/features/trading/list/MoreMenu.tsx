import { useState } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { Menu } from '#src/ui/overlays/Menu.tsx'
import { RenameDialog } from '../RenameDialog.tsx'
import { useTradingContext } from '../trading-context.ts'
import { useEdit } from '../versions/useEdit.ts'
import { useArchive } from './useArchive.ts'
import { useDuplicate } from './useDuplicate.ts'

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
