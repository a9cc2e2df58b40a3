import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { panels } from './ConnectionPanel.css.ts'
import { ConnectionPanel } from './ConnectionPanel.tsx'
import type { ConnectionView } from './connections.ts'

export interface ConnectionDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly connections: readonly ConnectionView[]
}

function Panels({ connections }: Pick<ConnectionDialogProps, 'connections'>) {
  const now = useNow()
  return (
    <div className={panels}>
      {connections.map((connection) => (
        <ConnectionPanel key={connection.feed} connection={connection} now={now} />
      ))}
    </div>
  )
}

/** Both sockets side by side. Closes on the overlay, its button or Escape. */
export function ConnectionDialog({ open, onClose, connections }: ConnectionDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Connection Status" size="large">
      <Panels connections={connections} />
    </Dialog>
  )
}
