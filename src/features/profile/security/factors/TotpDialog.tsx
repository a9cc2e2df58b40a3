import { lazy, Suspense, useEffect, useState, type SubmitEvent } from 'react'
import type { TotpSetup } from '#contract/factors.ts'
import type { Result } from '#src/lib/result.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import { useAccountApi } from '../../useAccountApi.ts'
import * as css from './factors.css.ts'

const QrCode = lazy(() => import('./QrCode.tsx'))
const FORM_ID = 'totp-setup'

interface SetupProps {
  readonly setup: TotpSetup
  readonly onSubmit: (code: string) => void
}

function Setup({ setup, onSubmit }: SetupProps) {
  const copy = useCopy()
  const [typed, setTyped] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit(typed.replaceAll(/\s/g, ''))
  }
  return (
    <form id={FORM_ID} className={css.setup} onSubmit={submit} noValidate aria-label="Authenticator app">
      <p>Scan this code with your authenticator app, or type the key into it.</p>
      <div className={css.codePlace}>
        <Suspense fallback={<Spinner size="small" />}>
          <QrCode text={setup.uri} label="QR code for the authenticator app" />
        </Suspense>
      </div>
      <p className={css.key}>
        <code>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
        <Button size="small" onClick={() => void copy(setup.secret, 'Key copied')}>
          Copy Key
        </Button>
      </p>
      <TextField
        label="Code"
        hint="The six digits that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  )
}

interface TotpDialogProps {
  readonly onClose: () => void
  /** With the recovery codes, if new ones were made. */
  readonly onDone: (recoveryCodes: readonly string[]) => void
}

/** Sets up an authenticator app: shows its secret, and asks for a first code. */
export function TotpDialog({ onClose, onDone }: TotpDialogProps) {
  const { factors: api } = useAccountApi()
  const confirm = useMutation(api.confirmTotp)
  const [begun, setBegun] = useState<Result<TotpSetup>>()
  const { setUpTotp } = api

  useEffect(() => {
    let isCurrent = true
    const begin = async () => {
      const result = await setUpTotp()
      if (isCurrent) setBegun(result)
    }
    void begin()
    return () => {
      isCurrent = false
    }
  }, [setUpTotp])

  const submit = async (code: string) => {
    const result = await confirm.mutate(code)
    if (result?.ok === true) onDone(result.value.recovery_codes)
  }
  const setup = begun?.ok === true ? begun.value : undefined
  const error = begun?.ok === false ? begun.error : confirm.error

  return (
    <Dialog
      open
      onClose={onClose}
      title="Set Up Authenticator App"
      closeOnOutside={false}
      focusField
      footer={
        <Button
          type="submit"
          form={FORM_ID}
          variant="primary"
          disabled={setup === undefined}
          busy={confirm.isPending}
          busyText="Checking..."
        >
          Turn On
        </Button>
      }
    >
      {error === undefined ? null : <Alert tone="danger">{error}</Alert>}
      {begun === undefined ? <Spinner size="small" /> : null}
      {setup === undefined ? null : <Setup setup={setup} onSubmit={(code) => void submit(code)} />}
    </Dialog>
  )
}
