import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { BRAND } from '#contract/brand.ts'
import { usePublicServices, useSession } from '#src/app/services.ts'
import { isSigningIn, secondStep, sessionNotice, signInError } from '#src/machines/session/selectors.ts'
import { CenteredPage } from '#src/ui/cards/CenteredPage.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { SecondStepForm } from './SecondStepForm.tsx'
import { detail, form, link } from './auth.css.ts'

/** Why the session ended, and why the last attempt failed. */
function SignInMessages() {
  const notice = useSession(sessionNotice)
  const error = useSession(signInError)
  return (
    <>
      {notice ? (
        <Alert tone={notice.reason === 'idle' ? 'info' : 'warning'}>
          {notice.text}
          {notice.detail === undefined ? null : (
            <details className={detail}>
              <summary>Details</summary>
              {notice.detail}
            </details>
          )}
        </Alert>
      ) : null}
      {error === undefined ? null : <Alert tone="danger">{error}</Alert>}
    </>
  )
}

/** The first step of signing in. */
function PasswordStep() {
  const { sessionCommands } = usePublicServices()
  const busy = useSession(isSigningIn)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const complete = email.trim() !== '' && password !== ''

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (complete) sessionCommands.signIn({ email: email.trim(), password, remember_me: remember })
  }

  return (
    <form className={form} onSubmit={submit} noValidate aria-label="Sign In">
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Checkbox label="Remember me" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
      <Button type="submit" variant="primary" wide disabled={!complete} busy={busy} busyText="Signing In...">
        Sign In
      </Button>
      <Link to="/forgot-password" className={link}>
        Forgot your password?
      </Link>
    </form>
  )
}

export default function SignInScreen() {
  const step = useSession(secondStep)
  return (
    <CenteredPage title={BRAND} documentTitle="Sign In">
      <SignInMessages />
      {step === undefined ? <PasswordStep /> : <SecondStepForm methods={step.methods} />}
    </CenteredPage>
  )
}
