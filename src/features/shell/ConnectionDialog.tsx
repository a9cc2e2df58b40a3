import { Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'

export interface ConnectionDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Dialog with lazily loaded content. */
export function ConnectionDialog({ open, onClose, children }: ConnectionDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Connection Status" size="large">
      <ErrorBoundary message="Connection Status could not be loaded">
        <Suspense fallback={<Spinner label="Loading" />}>{children}</Suspense>
      </ErrorBoundary>
    </Dialog>
  )
}
