import { useRef, useState } from 'react'
import { useMutation } from '#src/app/use-mutation.ts'
import type { Backtests } from '#src/app/services.ts'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { FormDialog } from './FormDialog.tsx'

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
    <FormDialog
      title={`Rename ${noun}`}
      description={description}
      size="small"
      submit="Rename"
      busyText="Renaming..."
      failed={`Failed to rename ${noun.toLowerCase()}`}
      isPending={isPending}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
      initialFocus={() => {
        field.current?.select()
        return field.current
      }}
    >
      <TextField
        ref={field}
        label="Name"
        required
        maxLength={maxLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={wasSubmitted && newName === '' ? `${noun} name is required` : undefined}
      />
    </FormDialog>
  )
}
