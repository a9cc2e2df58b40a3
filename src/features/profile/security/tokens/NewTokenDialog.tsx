import { useState, type SubmitEvent } from 'react'
import { API_SCOPES, type ApiScope, type CreatedApiToken } from '#contract/api-tokens.ts'
import { API_TOKEN } from '#contract/limits.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useAccountApi } from '../../useAccountApi.ts'
import { SCOPE_LABELS } from './scope-labels.ts'
import * as css from './tokens.css.ts'

const LIVES = [
  { id: '7', label: '7 days' },
  { id: '30', label: '30 days' },
  { id: '90', label: '90 days' },
  { id: '365', label: 'A year' },
] as const
const FORM_ID = 'new-api-token'

interface NewTokenDialogProps {
  readonly onClose: () => void
  readonly onCreated: (created: CreatedApiToken) => void
}

/** Asks for the name, the scopes and the end of a new API token. */
export function NewTokenDialog({ onClose, onCreated }: NewTokenDialogProps) {
  const { mutate, isPending, error } = useMutation(useAccountApi().createToken)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ReadonlySet<ApiScope>>(new Set(['market:read']))
  const [life, setLife] = useState<(typeof LIVES)[number]['id']>('90')
  const isComplete = name.trim() !== '' && scopes.size > 0

  const toggle = (scope: ApiScope, isOn: boolean) =>
    setScopes(new Set(isOn ? [...scopes, scope] : [...scopes].filter((each) => each !== scope)))
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isComplete) return
    const result = await mutate({ name: name.trim(), scopes: [...scopes], days: Number(life) })
    if (result?.ok === true) onCreated(result.value)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Create API Token"
      description="It never reaches your account or the admin area, and what it may do is limited by your role."
      closeOnOutside={false}
      focusField
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM_ID} disabled={!isComplete} busy={isPending}>
            Create
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        className={css.form}
        noValidate
        aria-label="Create API Token"
        onSubmit={(event) => void submit(event)}
      >
        {error === undefined ? null : (
          <Alert tone="danger" title="Failed to create the API token">
            {error}
          </Alert>
        )}
        <TextField
          label="Name"
          autoComplete="off"
          hint="What uses it, such as: nightly report"
          maxLength={API_TOKEN.maxName}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className={css.scopes}>
          <legend>It may</legend>
          {API_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              label={SCOPE_LABELS[scope]}
              checked={scopes.has(scope)}
              onChange={(event) => toggle(scope, event.target.checked)}
            />
          ))}
        </fieldset>
        <Select label="Ends after" options={LIVES} value={life} onChange={setLife} />
      </form>
    </Dialog>
  )
}
