import { Download, RefreshCw } from 'lucide-react'
import { Button } from '#src/ui/controls/Button.tsx'
import { toolbar } from './security.css.ts'

export interface TabToolbarProps {
  /** Absent while there is nothing to export. */
  readonly onExport: (() => void) | undefined
  readonly onRefresh: () => void
  readonly isLoading: boolean
}

/** What every tab offers: its rows as a file, and the newest. */
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
      <Button icon={<RefreshCw size={16} aria-hidden="true" />} busy={isLoading} onClick={onRefresh}>
        Refresh
      </Button>
    </div>
  )
}
