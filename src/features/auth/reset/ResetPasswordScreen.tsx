import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState, type SubmitEvent } from 'react'
import { passwordError } from '#contract/password-rules.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { CenteredPage } from '#src/ui/cards/CenteredPage.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { form, link } from '../auth.css.ts'
import { PasswordRules } from '../register/PasswordRules.tsx'
import { usePasswordReset } from './usePasswordReset.ts'

interface ResetFormProps {
  readonly token: string
  readonly onDone: () => void
}

function ResetForm({ token, onDone }: ResetFormProps) {
  const { mutate, isPending, error } = useMutation(usePasswordReset().reset)
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const rulesId = useId()
  const problem = passwordError(password)
  const mismatch = confirmation === password ? undefined : 'Passwords do not match'

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (problem !== undefined || mismatch !== undefined) return
    const result = await mutate({ token, password })
    if (result?.ok === true) onDone()
  }

  return (
    <form className={form} onSubmit={(event) => void submit(event)} noValidate aria-label="Choose a New Password">
      {error === undefined ? null : <Alert tone="danger">{error}</Alert>}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        aria-describedby={rulesId}
        error={isChecked ? problem : undefined}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordRules id={rulesId} password={password} />
      <PasswordField
        label="New password again"
        autoComplete="new-password"
        error={isChecked ? mismatch : undefined}
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
      <Button type="submit" variant="primary" wide busy={isPending}>
        Set Password
      </Button>
    </form>
  )
}

/** The secret in the fragment of the address, which is taken out of it: neither the browser's history nor a shared screen keeps it. */
function useLinkSecret(): string {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const [secret, setSecret] = useState(hash)
  // Another link may be opened in the same tab.
  if (hash !== '' && hash !== secret) setSecret(hash)
  useEffect(() => {
    if (hash !== '') void navigate({ to: '/reset-password', replace: true })
  }, [hash, navigate])
  return secret
}

/** Sets a new password with the secret of the link. */
export default function ResetPasswordScreen() {
  const token = useLinkSecret()
  const [doneWith, setDoneWith] = useState<string>()
  const isDone = doneWith !== undefined && doneWith === token
  return (
    <CenteredPage title="Choose a New Password" documentTitle="Choose a New Password">
      {isDone ? <Alert tone="success">Your password is set, and you are signed out everywhere.</Alert> : null}
      {isDone || token !== '' ? null : (
        <Alert tone="danger">This link is incomplete. Open it again, or ask for a new one.</Alert>
      )}
      {isDone || token === '' ? null : <ResetForm key={token} token={token} onDone={() => setDoneWith(token)} />}
      <Link to="/signin" replace className={link}>
        {isDone ? 'Sign In' : 'Back to Sign In'}
      </Link>
      {isDone ? null : (
        <Link to="/forgot-password" className={link}>
          Get a New Link
        </Link>
      )}
    </CenteredPage>
  )
}
