import { useState, type SubmitEvent } from 'react'
import type { ProofMethod } from '#contract/proof.ts'
import type { GivenProof } from '#src/machines/proof.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { CodeField, completeCode, FACTOR_CHOICES, focusOnce } from '#src/ui/fields/CodeField.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { stack } from './proof.css.ts'

export const PROOF_FORM_ID = 'proof-of-identity'

/** What was typed as a proof; undefined until it is complete. */
function proofOf(method: ProofMethod, typed: string): GivenProof | undefined {
  if (method === 'passkey') return { method }
  if (method === 'password') return typed === '' ? undefined : { method, password: typed }
  const code = completeCode(method, typed)
  return code === undefined ? undefined : { method, code }
}

interface ProofFormProps {
  readonly method: ProofMethod
  /** All ways; those that are not asked for can be chosen. */
  readonly methods: readonly ProofMethod[]
  readonly onConfirm: (proof: GivenProof) => void
  readonly onChoose: (method: ProofMethod) => void
}

/** Asks for the password, a code or a passkey. */
export function ProofForm({ method, methods, onConfirm, onChoose }: ProofFormProps) {
  const [typed, setTyped] = useState('')

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const given = proofOf(method, typed)
    if (given) onConfirm(given)
  }

  return (
    <form id={PROOF_FORM_ID} className={stack} noValidate aria-label="Confirm that it is you" onSubmit={submit}>
      {method === 'password' ? (
        <PasswordField
          ref={focusOnce}
          label="Password"
          autoComplete="current-password"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : null}
      {method === 'passkey' ? <p>Confirm with your passkey.</p> : null}
      {method === 'totp' || method === 'recovery_code' ? (
        <CodeField method={method} value={typed} onChange={setTyped} />
      ) : null}
      {methods.map((other) =>
        other === method || other === 'password' ? null : (
          <Button key={other} wide variant="ghost" onClick={() => onChoose(other)}>
            {FACTOR_CHOICES[other]}
          </Button>
        ),
      )}
    </form>
  )
}
