import { useState, type SubmitEvent } from 'react'
import { FACTORS } from '#contract/limits.ts'
import type { Result } from '#src/lib/result.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { setup } from './factors.css.ts'

const FORM_ID = 'passkey-name'

interface PasskeyDialogProps<T> {
  readonly title: string
  /** Of the button. */
  readonly action: string
  readonly busyText: string
  readonly initialName: string
  /** Does it, with the name that was typed. */
  readonly run: (name: string) => Promise<Result<T>>
  readonly onDone: (value: T) => void
  readonly onClose: () => void
}

/** Asks for the name of a passkey, to add or to rename it. */
export function PasskeyDialog<T>(props: PasskeyDialogProps<T>) {
  const { title, action, busyText, initialName, run, onDone, onClose } = props
  const { mutate, isPending, error } = useMutation(run)
  const [name, setName] = useState(initialName)
  const complete = name.trim() !== ''

  const submit = async () => {
    const result = complete ? await mutate(name.trim()) : undefined
    if (result?.ok === true) onDone(result.value)
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="small"
      focusField
      footer={
        <Button
          type="submit"
          form={FORM_ID}
          variant="primary"
          disabled={!complete}
          busy={isPending}
          busyText={busyText}
        >
          {action}
        </Button>
      }
    >
      <form id={FORM_ID} className={setup} onSubmit={onSubmit} noValidate aria-label={title}>
        {error === undefined ? null : <Alert tone="danger">{error}</Alert>}
        <TextField
          label="Name"
          hint="To tell your passkeys apart"
          maxLength={FACTORS.maxPasskeyName}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
