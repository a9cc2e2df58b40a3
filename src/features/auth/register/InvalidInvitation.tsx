import { useNavigate } from '@tanstack/react-router'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { form } from '../auth.css.ts'

export interface InvalidInvitationProps {
  /** Undefined if the server sent no printable message. */
  readonly text: string | undefined
  /** Suggested next step. */
  readonly hint: string | undefined
  /** Present if a retry may help: the code is still in memory, though no longer in the address bar. */
  readonly onRetry: (() => void) | undefined
}

export function InvalidInvitation({ text, hint, onRetry }: InvalidInvitationProps) {
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
