import { useId, useRef, useState, type SubmitEvent } from 'react'
import { useMutation } from '#src/app/use-mutation.ts'
import type { Backtests } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'

interface RenameDialogProps {
  /** What is renamed, as titles and messages call it. */
  readonly noun: 'Strategy' | 'Backtest'
  readonly renamed: { readonly id: string; readonly name: string }
  readonly maxLength: number
  readonly description: string
  readonly rename: Backtests['rename']
  readonly onClose: () => void
}

/** Form for a new name of a strategy or a backtest. */
export function RenameDialog({ noun, renamed, maxLength, description, rename, onClose }: RenameDialogProps) {
  const { toasts } = useOverlays()
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  // A poll may bring another name while the form is open.
  const [oldName] = useState(renamed.name)
  const [name, setName] = useState(oldName)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { mutate, isPending, error } = useMutation(rename)
  const newName = name.trim()

  async function submit() {
    setWasSubmitted(true)
    if (newName === '') return
    if (newName !== oldName) {
      const result = await mutate(renamed.id, newName)
      if (result?.ok !== true) return
      toasts.success(`${noun} "${oldName}" renamed to "${newName}"`)
    }
    onClose()
  }

  return (
    <Dialog
      open
      onClose={() => {
        if (!isPending) onClose()
      }}
      title={`Rename ${noun}`}
      description={description}
      size="small"
      closeOnOutside={false}
      initialFocus={() => {
        field.current?.select()
        return field.current
      }}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending} busyText="Renaming...">
            Rename
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
          void submit()
        }}
      >
        {error === undefined ? null : (
          <Alert tone="danger" title={`Failed to rename ${noun.toLowerCase()}`}>
            {error.text}
          </Alert>
        )}
        <TextField
          ref={field}
          label="Name"
          required
          maxLength={maxLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={wasSubmitted && newName === '' ? `${noun} name is required` : undefined}
        />
      </form>
    </Dialog>
  )
}
