import { useNavigate } from '@tanstack/react-router'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/display/Alert.tsx'
import { form } from '../auth.css.ts'

export interface InvalidInvitationProps {
  /** Undefined when nothing that can be shown was said. */
  readonly text: string | undefined
  /** What one can do about it. */
  readonly hint: string | undefined
  /** Present when asking again may help: the code is still at hand, though no longer in the address bar. */
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
