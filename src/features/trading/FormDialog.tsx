import { type ComponentProps, type SubmitEvent, useId } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'

interface FormDialogProps extends Pick<
  ComponentProps<typeof Dialog>,
  'title' | 'description' | 'size' | 'initialFocus' | 'children'
> {
  /** Text of the button. */
  readonly submit: string
  readonly busyText: string
  /** Title of a failure, which stands above the fields. */
  readonly failed: string
  readonly isPending: boolean
  readonly error: { readonly text: string } | undefined
  readonly onSubmit: () => void
  /** Not called while the request runs. */
  readonly onClose: () => void
}

/** A form in a dialog that a click outside does not close. */
export function FormDialog(props: FormDialogProps) {
  const { submit, busyText, failed, isPending, error, onSubmit, onClose, children, ...dialog } = props
  const formId = useId()
  return (
    <Dialog
      {...dialog}
      open
      onClose={() => {
        if (!isPending) onClose()
      }}
      closeOnOutside={false}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending} busyText={busyText}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={layout.stack[4]}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {error === undefined ? null : (
          <Alert tone="danger" title={failed}>
            {error.text}
          </Alert>
        )}
        {children}
      </form>
    </Dialog>
  )
}
