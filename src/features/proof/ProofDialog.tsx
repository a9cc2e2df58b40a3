import { useSelector } from '@xstate/react'
import { useServices } from '#src/app/services.ts'
import {
  areWaysMissing,
  canConfirm,
  isConfirming,
  isLoadingWays,
  proofCommands,
  proofQuestion,
} from '#src/machines/proof.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { ProofForm, PROOF_FORM_ID } from './ProofForm.tsx'
import { stack, waiting } from './proof.css.ts'

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
