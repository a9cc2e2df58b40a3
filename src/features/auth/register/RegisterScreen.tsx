import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePublicServices } from '#src/app/services.ts'
import type { InvitationCheck } from '#src/machines/session/ports.ts'
import { CenteredPage } from '#src/ui/cards/CenteredPage.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { form, verifying } from '../auth.css.ts'
import { RegistrationForm } from './RegistrationForm.tsx'

interface InvalidInvitationProps {
  /** Undefined if the server sent no printable message. */
  readonly text: string | undefined
  /** Suggested next step. */
  readonly hint: string | undefined
  /** Present if a retry may help: the code is still in memory, though no longer in the address bar. */
  readonly onRetry: (() => void) | undefined
}

function InvalidInvitation({ text, hint, onRetry }: InvalidInvitationProps) {
  const navigate = useNavigate()
  return (
    <div className={form}>
      <Alert tone="danger">{text ?? 'This invitation code is invalid or has expired.'}</Alert>
      {hint === undefined ? null : <p>{hint}</p>}
      {onRetry === undefined ? null : (
        <Button wide onClick={onRetry}>
          Try Again
        </Button>
      )}
      <Button variant="primary" wide onClick={() => void navigate({ to: '/signin' })}>
        Back to Sign In
      </Button>
    </div>
  )
}

const CHECK_FAILED: InvitationCheck = { kind: 'unanswered', text: 'Failed to validate invitation code' }

/** Validates the invitation code; `check` is undefined meanwhile. */
function useInvitationCheck(): { readonly check: InvitationCheck | undefined; readonly retry: () => void } {
  const { invitation } = usePublicServices()
  const [attempt, setAttempt] = useState(1)
  const [result, setResult] = useState<{ readonly attempt: number; readonly check: InvitationCheck }>()

  useEffect(() => {
    const controller = new AbortController()
    const runCheck = async () => {
      const check = await invitation.check(controller.signal).catch(() => CHECK_FAILED)
      if (!controller.signal.aborted) setResult({ attempt, check })
    }
    void runCheck()
    return () => controller.abort()
  }, [invitation, attempt])

  return {
    check: result?.attempt === attempt ? result.check : undefined,
    retry: () => setAttempt((previous) => previous + 1),
  }
}

/** Validates the invitation code, then shows the registration form or the error. */
export default function RegisterScreen() {
  const { check, retry } = useInvitationCheck()
  if (check === undefined) {
    return (
      <CenteredPage title="Invitation" documentTitle="Invitation">
        <output className={verifying}>
          <Spinner size="small" />
          Validating invitation code...
        </output>
      </CenteredPage>
    )
  }
  if (check.kind === 'offer') {
    return (
      <CenteredPage title="Create Your Account" documentTitle="Create Your Account">
        <RegistrationForm offer={check.offer} />
      </CenteredPage>
    )
  }
  return (
    <CenteredPage title="Invalid Invitation" documentTitle="Invalid Invitation">
      <InvalidInvitation
        text={check.text}
        // A reload loses the code: only the link contains it.
        hint={check.kind === 'missing' ? 'Open your invitation link again.' : undefined}
        onRetry={check.kind === 'unanswered' ? retry : undefined}
      />
    </CenteredPage>
  )
}
