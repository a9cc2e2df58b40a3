import { useState, type SubmitEvent } from 'react'
import type { CodeProof, FactorMethod } from '#contract/factors.ts'
import { FACTORS } from '#contract/limits.ts'
import { usePublicServices, useSession } from '#src/app/services.ts'
import { isConfirming } from '#src/machines/session/selectors.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { form } from './auth.css.ts'

type CodeMethod = CodeProof['method']

const FIELDS = {
  totp: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows now',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery_code: {
    label: 'Recovery code',
    hint: 'One of the codes that you saved; each works once',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const

const CHOICES: Readonly<Record<FactorMethod, string>> = {
  passkey: 'Use a passkey',
  totp: 'Use your authenticator app',
  recovery_code: 'Use a recovery code',
}

const BUSY_TEXT = 'Signing In...'
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

function CodeForm({ method }: { readonly method: CodeMethod }) {
  const { sessionCommands } = usePublicServices()
  const busy = useSession(isConfirming)
  const [typed, setTyped] = useState('')
  const code = withoutSpaces(typed)
  const complete = method === 'totp' ? /^\d{6}$/.test(code) : code !== ''
  const { label, hint, inputMode, autoComplete } = FIELDS[method]

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (complete) sessionCommands.confirm({ method, code })
  }

  return (
    <form className={form} onSubmit={submit} noValidate aria-label="Second step">
      <TextField
        ref={focusOnce}
        label={label}
        hint={hint}
        inputMode={inputMode}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={FACTORS.maxCode}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="primary" wide disabled={!complete} busy={busy} busyText={BUSY_TEXT}>
        Sign In
      </Button>
    </form>
  )
}

/** A ref of its own for each element would focus at every render. */
const focusOnce = (element: HTMLElement | null) => element?.focus()

function PasskeyForm() {
  const { sessionCommands } = usePublicServices()
  const busy = useSession(isConfirming)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    sessionCommands.confirm({ method: 'passkey' })
  }
  return (
    <form className={form} onSubmit={submit} aria-label="Second step">
      <p>Confirm that it is you with your passkey.</p>
      <Button ref={focusOnce} type="submit" variant="primary" wide busy={busy} busyText="Waiting for your passkey...">
        Continue
      </Button>
    </form>
  )
}

/** The second step of signing in, with one of the user's factors: the first of `methods` unless another is chosen. */
export function SecondStepForm({ methods }: { readonly methods: readonly FactorMethod[] }) {
  const { sessionCommands } = usePublicServices()
  const [chosen, setChosen] = useState<FactorMethod>()
  const method = chosen ?? methods[0]

  return (
    <div className={form}>
      {method === undefined ? <p>None of your second factors can be used at this address.</p> : null}
      {method === 'passkey' ? <PasskeyForm /> : null}
      {method === undefined || method === 'passkey' ? null : <CodeForm key={method} method={method} />}
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Button key={other} wide onClick={() => setChosen(other)}>
            {CHOICES[other]}
          </Button>
        ))}
      <Button variant="ghost" wide onClick={() => sessionCommands.back()}>
        Back
      </Button>
    </div>
  )
}
