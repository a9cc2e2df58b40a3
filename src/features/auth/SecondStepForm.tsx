import { useState, type SubmitEvent } from 'react'
import type { CodeProof, FactorMethod } from '#contract/factors.ts'
import { usePublicServices, useSession } from '#src/app/services.ts'
import { isConfirming } from '#src/machines/session/selectors.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { CodeField, completeCode, FACTOR_CHOICES, focusOnce } from '#src/ui/fields/CodeField.tsx'
import { form } from './auth.css.ts'

type CodeMethod = CodeProof['method']

const BUSY_TEXT = 'Signing In...'

function CodeForm({ method }: { readonly method: CodeMethod }) {
  const { sessionCommands } = usePublicServices()
  const busy = useSession(isConfirming)
  const [typed, setTyped] = useState('')
  const code = completeCode(method, typed)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code !== undefined) sessionCommands.confirm({ method, code })
  }

  return (
    <form className={form} onSubmit={submit} noValidate aria-label="Second step">
      <CodeField method={method} value={typed} onChange={setTyped} />
      <Button type="submit" variant="primary" wide disabled={code === undefined} busy={busy} busyText={BUSY_TEXT}>
        Sign In
      </Button>
    </form>
  )
}

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
            {FACTOR_CHOICES[other]}
          </Button>
        ))}
      <Button variant="ghost" wide onClick={() => sessionCommands.back()}>
        Back
      </Button>
    </div>
  )
}
