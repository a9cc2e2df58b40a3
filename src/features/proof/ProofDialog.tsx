import { useSelector } from '@xstate/react'
import { type SubmitEvent, useState } from 'react'
import type { ProofMethod } from '#contract/proof.ts'
import { useServices } from '#src/app/services.ts'
import {
  areWaysMissing,
  canConfirm,
  type GivenProof,
  isConfirming,
  isLoadingWays,
  proofCommands,
  proofQuestion,
} from '#src/machines/proof.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { CodeField, completeCode, FACTOR_CHOICES, focusOnce } from '#src/ui/fields/CodeField.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { stack, waiting } from './proof.css.ts'

const PROOF_FORM_ID = 'proof-of-identity'

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
function ProofForm({ method, methods, onConfirm, onChoose }: ProofFormProps) {
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

/** Asks the user to prove who they are, for the actions that wait for it; closing it refuses them. */
export default function ProofDialog() {
  const { proof } = useServices()
  const { methods, method, error } = useSelector(proof, proofQuestion)
  const isLoading = useSelector(proof, isLoadingWays)
  const isMissing = useSelector(proof, areWaysMissing)
  const isReady = useSelector(proof, canConfirm)
  const isBusy = useSelector(proof, isConfirming)
  const { confirm, choose, retry, cancel } = proofCommands(proof)

  return (
    <Dialog
      open
      onClose={cancel}
      title="Confirm That It Is You"
      description="You last did more than ten minutes ago."
      size="small"
      closeOnOutside={false}
      footer={
        <>
          <Button onClick={cancel}>Cancel</Button>
          {isMissing ? (
            <Button variant="primary" onClick={retry}>
              Try Again
            </Button>
          ) : (
            <Button
              type="submit"
              form={PROOF_FORM_ID}
              variant="primary"
              disabled={!isReady}
              busy={isBusy}
              busyText="Confirming..."
            >
              Confirm
            </Button>
          )}
        </>
      }
    >
      <div className={stack}>
        {error === undefined ? null : <Alert tone="danger">{error}</Alert>}
        {isLoading ? (
          <div className={waiting}>
            <Spinner size="small" />
          </div>
        ) : null}
        {isLoading || isMissing || method !== undefined ? null : (
          <p>None of your second factors can be used at this address.</p>
        )}
        {method === undefined ? null : (
          <ProofForm key={method} method={method} methods={methods} onConfirm={confirm} onChoose={choose} />
        )}
      </div>
    </Dialog>
  )
}
