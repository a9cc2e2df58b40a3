import { useId, useRef, useState, type SubmitEvent } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import { NAME_REQUIRED, type StrategySummary } from '#contract/strategies/responses.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useTradingContext } from '../trading-context.ts'

interface RenameDialogProps {
  readonly strategy: Pick<StrategySummary, 'id' | 'name'>
  readonly onClose: () => void
}

/** Form for a new name of a strategy. */
export function RenameDialog({ strategy, onClose }: RenameDialogProps) {
  const { commands } = useTradingContext()
  const { toasts } = useOverlays()
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  // A poll may bring another name while the form is open.
  const [oldName] = useState(strategy.name)
  const [name, setName] = useState(oldName)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { mutate, isPending, error } = useMutation(commands.rename)
  const newName = name.trim()

  async function rename() {
    setWasSubmitted(true)
    if (newName === '') return
    if (newName !== oldName) {
      const result = await mutate(strategy.id, newName)
      if (result?.ok !== true) return
      toasts.success(`Strategy "${oldName}" renamed to "${newName}"`)
    }
    onClose()
  }

  return (
    <Dialog
      open
      onClose={() => {
        if (!isPending) onClose()
      }}
      title="Rename Strategy"
      description="Its decisions, status and limits stay as they are."
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
          void rename()
        }}
      >
        {error === undefined ? null : (
          <Alert tone="danger" title="Failed to rename strategy">
            {error.text}
          </Alert>
        )}
        <TextField
          ref={field}
          label="Name"
          required
          maxLength={STRATEGY.maxName}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={wasSubmitted && newName === '' ? NAME_REQUIRED : undefined}
        />
      </form>
    </Dialog>
  )
}
