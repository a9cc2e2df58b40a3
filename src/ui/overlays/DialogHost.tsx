import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { useRef, useSyncExternalStore } from 'react'
import { Button } from '../controls/Button.tsx'
import { backdrop, footer, popup, title as titleClass, viewport } from './Dialog.css.ts'
import * as css from './Dialog.css.ts'
import type { DialogRequest, Dialogs } from './dialogs.ts'

interface RequestDialogProps {
  readonly request: DialogRequest
  readonly onAnswer: (confirmed: boolean) => void
}

function RequestDialog({ request, onAnswer }: RequestDialogProps) {
  const cancelButton = useRef<HTMLButtonElement>(null)
  const confirmButton = useRef<HTMLButtonElement>(null)
  const { kind, title, text, danger = false } = request
  const isConfirm = kind === 'confirm'
  return (
    <Base.Root
      open
      onOpenChange={(open) => {
        if (!open) onAnswer(false)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Viewport className={viewport}>
          <Base.Popup className={popup.small} initialFocus={danger && isConfirm ? cancelButton : confirmButton}>
            <div className={css.content}>
              <Base.Title className={titleClass}>{title}</Base.Title>
              {text === undefined ? null : <Base.Description className={css.paragraph}>{text}</Base.Description>}
            </div>
            <footer className={footer}>
              {isConfirm ? (
                <Button ref={cancelButton} onClick={() => onAnswer(false)}>
                  {request.cancelText ?? 'Cancel'}
                </Button>
              ) : null}
              <Button ref={confirmButton} variant={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
                {request.confirmText ?? 'OK'}
              </Button>
            </footer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Renders the pending confirm and alert requests, one at a time. */
export function DialogHost({ dialogs }: { readonly dialogs: Dialogs }) {
  const request = useSyncExternalStore(dialogs.subscribe, dialogs.current)
  return request === undefined ? null : (
    <RequestDialog key={request.id} request={request} onAnswer={(confirmed) => dialogs.answer(request.id, confirmed)} />
  )
}
