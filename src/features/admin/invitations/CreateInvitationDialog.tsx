import { useState } from 'react'
import type { CreatedInvitation } from '#contract/invitations.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { InvitationCreated } from './InvitationCreated.tsx'
import { InvitationForm } from './InvitationForm.tsx'

export interface CreateInvitationDialogProps {
  readonly onClose: () => void
  /** Called when the list must be reloaded. */
  readonly onCreated: () => void
}

const FORM_ID = 'invitation'

/** The form, then the created invitation. */
export function CreateInvitationDialog({ onClose, onCreated }: CreateInvitationDialogProps) {
  const [created, setCreated] = useState<CreatedInvitation>()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Create Invitation"
      closeOnOutside={false}
      focusField
      footer={
        created === undefined ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" type="submit" form={FORM_ID} busy={isBusy} busyText="Creating...">
              Create Invitation
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      {created === undefined ? (
        <InvitationForm
          id={FORM_ID}
          onBusy={setIsBusy}
          onCreated={(invitation) => {
            setCreated(invitation)
            onCreated()
          }}
        />
      ) : (
        <InvitationCreated created={created} />
      )}
    </Dialog>
  )
}
