import { BRAND } from '#contract/brand.ts'
import { download } from '#src/ui/download.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import { codes as list } from './factors.css.ts'

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Shows new recovery codes, this once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const copy = useCopy()
  const text = codes.join('\n')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your Recovery Codes"
      description="Save them where you find them without your device. Each signs you in once. They are not shown again."
      closeOnOutside={false}
      footer={
        <>
          <Button onClick={() => void copy(text, 'Recovery codes copied')}>Copy</Button>
          <Button onClick={() => download(`${BRAND.toLowerCase()}-recovery-codes.txt`, 'text/plain', `${text}\n`)}>
            Download
          </Button>
          <Button variant="primary" onClick={onClose}>
            I Saved Them
          </Button>
        </>
      }
    >
      <ol className={list} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
