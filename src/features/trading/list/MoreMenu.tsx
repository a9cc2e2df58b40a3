import { useState } from 'react'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { Menu } from '#src/ui/overlays/Menu.tsx'
import { usePermission } from '../trading-context.ts'
import { RenameDialog } from './RenameDialog.tsx'
import { useDuplicate } from './useDuplicate.ts'

/** The less frequent actions of a strategy: rename and duplicate. */
export function MoreMenu({ strategy }: { readonly strategy: StrategySummary }) {
  const { id, name } = strategy
  const { disabled, title: note } = usePermission()
  const duplicate = useDuplicate()
  const [isRenaming, setIsRenaming] = useState(false)
  return (
    <>
      <Menu
        text="More"
        label={`More for ${name}`}
        size="small"
        items={[
          { id: 'rename', label: 'Rename', disabled, note },
          { id: 'duplicate', label: 'Duplicate', disabled, note },
        ]}
        onSelect={(action) => {
          if (action === 'rename') setIsRenaming(true)
          else void duplicate(id, name)
        }}
      />
      {isRenaming ? <RenameDialog strategy={strategy} onClose={() => setIsRenaming(false)} /> : null}
    </>
  )
}
