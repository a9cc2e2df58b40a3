import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { ProofMethod } from '#contract/proof.ts'
import type { AccountApi } from '#src/app/services.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { CodeField, completeCode, FACTOR_CHOICES, focusOnce } from '#src/ui/fields/CodeField.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { form } from './proof.css.ts'

export const PROOF_FORM_ID = 'proof-of-identity'

type Prove = AccountApi['proof']['prove']
type GivenProof = Parameters<Prove>[0]

/** What was typed as a proof; undefined until it is complete. */
function proofOf(method: ProofMethod, typed: string): GivenProof | undefined {
  if (method === 'passkey') return { method }
  if (method === 'password') return typed === '' ? undefined : { method, password: typed }
  const code = completeCode(method, typed)
  return code === undefined ? undefined : { method, code }
}

interface ProofFormProps {
  /** The first is asked for unless another is chosen. */
  readonly methods: readonly ProofMethod[]
  readonly prove: Prove
  readonly onBusy: (isBusy: boolean) => void
  readonly onProven: () => void
}

/** Asks for the password, a code or a passkey. */
export function ProofForm({ methods, prove, onBusy, onProven }: ProofFormProps) {
  const [chosen, setChosen] = useState<ProofMethod>()
  const [typed, setTyped] = useState('')
  const running = useRef<AbortController>(undefined)
  const { mutate, isPending, error } = useMutation(prove)
  const method = chosen ?? methods[0]

  useEffect(() => onBusy(isPending), [onBusy, isPending])
  useEffect(() => () => running.current?.abort(), [])

  const choose = (other: ProofMethod) => {
    setTyped('')
    setChosen(other)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const given = method && proofOf(method, typed)
    if (!given) return
    running.current = new AbortController()
    const result = await mutate(given, running.current.signal)
    if (result?.ok === true) onProven()
  }

  if (method === undefined) return <p>None of your second factors can be used at this address.</p>
  return (
    <form
      id={PROOF_FORM_ID}
      className={form}
      noValidate
      aria-label="Confirm that it is you"
      onSubmit={(event) => void submit(event)}
    >
      {error === undefined ? null : <Alert tone="danger">{error}</Alert>}
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
        <CodeField key={method} method={method} value={typed} onChange={setTyped} />
      ) : null}
      {methods.map((other) =>
        other === method || other === 'password' ? null : (
          <Button key={other} wide variant="ghost" onClick={() => choose(other)}>
            {FACTOR_CHOICES[other]}
          </Button>
        ),
      )}
    </form>
  )
}
