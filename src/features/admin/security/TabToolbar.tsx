import { Download } from 'lucide-react'
import { Button } from '#src/ui/controls/Button.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { toolbar } from './security.css.ts'

export interface TabToolbarProps {
  /** Undefined while nothing is loaded. */
  readonly onExport: (() => void) | undefined
  readonly onRefresh: () => void
  readonly isLoading: boolean
}

/** Export and Refresh, on every tab. */
export function TabToolbar({ onExport, onRefresh, isLoading }: TabToolbarProps) {
  return (
    <div className={toolbar}>
      <Button
        icon={<Download size={16} aria-hidden="true" />}
        disabled={onExport === undefined}
        onClick={() => onExport?.()}
      >
        Export
      </Button>
      <RefreshButton isLoading={isLoading} onRefresh={onRefresh} />
    </div>
  )
}
