import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import { secret as secretText } from './tokens.css.ts'

interface CreatedTokenDialogProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a new API token, this once. */
export function CreatedTokenDialog({ name, secret, onClose }: CreatedTokenDialogProps) {
  const copy = useCopy()
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your API Token"
      description={`${name}. Copy it now: it is not shown again.`}
      closeOnOutside={false}
      footer={
        <>
          <Button onClick={() => void copy(secret, 'API token copied')}>Copy</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <code className={secretText} aria-label="API token">
        {secret}
      </code>
    </Dialog>
  )
}
