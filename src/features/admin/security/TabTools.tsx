import { Download, RefreshCw } from 'lucide-react'
import { Button } from '#src/ui/controls/Button.tsx'
import { tools } from './security.css.ts'

export interface TabToolsProps {
  /** Absent while there is nothing to export. */
  readonly onExport: (() => void) | undefined
  readonly onRefresh: () => void
  readonly isLoading: boolean
}

/** What every tab offers: its rows as a file, and the newest. */
export function TabTools({ onExport, onRefresh, isLoading }: TabToolsProps) {
  return (
    <div className={tools}>
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
