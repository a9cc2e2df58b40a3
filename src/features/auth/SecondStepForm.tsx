import { useState, type SubmitEvent } from 'react'
import type { FactorMethod } from '#contract/factors.ts'
import { FACTORS } from '#contract/limits.ts'
import { usePublicServices, useSession } from '#src/app/services.ts'
import { isConfirming } from '#src/machines/session/selectors.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { form } from './auth.css.ts'

type CodeMethod = Exclude<FactorMethod, 'passkey'>

const FIELDS = {
  totp: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows now',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    other: 'Use a recovery code',
  },
  recovery_code: {
    label: 'Recovery code',
    hint: 'One of the codes that you saved; each works once',
    inputMode: 'text',
    autoComplete: 'off',
    other: 'Use your authenticator app',
  },
} as const

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

interface CodeFormProps {
  readonly method: CodeMethod
}

function CodeForm({ method }: CodeFormProps) {
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
        ref={(field) => field?.focus()}
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
      <Button type="submit" variant="primary" wide disabled={!complete} busy={busy} busyText="Signing In...">
        Sign In
      </Button>
    </form>
  )
}

/** The second step of signing in, with one of the user's factors. */
export function SecondStepForm({ methods }: { readonly methods: readonly FactorMethod[] }) {
  const { sessionCommands } = usePublicServices()
  const codeMethods = methods.filter((method): method is CodeMethod => method !== 'passkey')
  const [chosen, setChosen] = useState<CodeMethod>()
  const method = chosen ?? codeMethods[0]
  const other = codeMethods.find((each) => each !== method)

  return (
    <div className={form}>
      {method === undefined ? null : <CodeForm key={method} method={method} />}
      {method === undefined || other === undefined ? null : (
        <Button wide onClick={() => setChosen(other)}>
          {FIELDS[method].other}
        </Button>
      )}
      <Button variant="ghost" wide onClick={() => sessionCommands.back()}>
        Back
      </Button>
    </div>
  )
}
