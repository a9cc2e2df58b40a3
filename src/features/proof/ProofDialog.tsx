import { use, useEffect, useState } from 'react'
import type { ProofMethod } from '#contract/proof.ts'
import type { Result } from '#src/lib/result.ts'
import { useServices } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { ProofForm, PROOF_FORM_ID } from './ProofForm.tsx'
import { waiting } from './proof.css.ts'

/** Asks the user to prove who they are, for the actions that wait for it; closing it refuses them. */
export default function ProofDialog() {
  const { proof, account } = useServices()
  const { proof: api } = use(account())
  const [methods, setMethods] = useState<Result<readonly ProofMethod[]>>()
  const [isBusy, setBusy] = useState(false)
  const isKnown = methods?.ok === true

  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const result = await api.methods()
      if (isCurrent) setMethods(result)
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [api])

  return (
    <Dialog
      open
      onClose={() => proof.answer(false)}
      title="Confirm That It Is You"
      description="You last did more than ten minutes ago."
      size="small"
      closeOnOutside={false}
      footer={
        <>
          <Button onClick={() => proof.answer(false)}>Cancel</Button>
          <Button
            type="submit"
            form={PROOF_FORM_ID}
            variant="primary"
            disabled={!isKnown || methods.value.length === 0}
            busy={isBusy}
            busyText="Confirming..."
          >
            Confirm
          </Button>
        </>
      }
    >
      {methods?.ok === false ? <Alert tone="danger">{methods.error}</Alert> : null}
      {methods === undefined ? (
        <div className={waiting}>
          <Spinner size="small" />
        </div>
      ) : null}
      {isKnown ? (
        <ProofForm methods={methods.value} prove={api.prove} onBusy={setBusy} onProven={() => proof.answer(true)} />
      ) : null}
    </Dialog>
  )
}
