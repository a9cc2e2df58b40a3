import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import { BRAND } from '#contract/brand.ts'
import type { CodeProof, FactorMethod } from '#contract/factors.ts'
import { usePublicServices, useSession } from '#src/app/services.ts'
import type { ChosenPasskey, PasskeySignIn } from '#src/machines/session/ports.ts'
import { isConfirming, isSigningIn, secondStep, sessionNotice, signInError } from '#src/machines/session/selectors.ts'
import { CenteredPage } from '#src/ui/cards/CenteredPage.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { CodeField, completeCode, FACTOR_CHOICES, focusOnce } from '#src/ui/fields/CodeField.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { detail, form, link } from './auth.css.ts'

type CodeMethod = CodeProof['method']

const BUSY_TEXT = 'Signing In...'

function CodeForm({ method }: { readonly method: CodeMethod }) {
  const { sessionCommands } = usePublicServices()
  const busy = useSession(isConfirming)
  const [typed, setTyped] = useState('')
  const code = completeCode(method, typed)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code !== undefined) sessionCommands.confirm({ method, code })
  }

  return (
    <form className={form} onSubmit={submit} noValidate aria-label="Second step">
      <CodeField method={method} value={typed} onChange={setTyped} />
      <Button type="submit" variant="primary" wide disabled={code === undefined} busy={busy} busyText={BUSY_TEXT}>
        Sign In
      </Button>
    </form>
  )
}

function PasskeyForm() {
  const { sessionCommands } = usePublicServices()
  const busy = useSession(isConfirming)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    sessionCommands.confirm({ method: 'passkey' })
  }
  return (
    <form className={form} onSubmit={submit} aria-label="Second step">
      <p>Confirm that it is you with your passkey.</p>
      <Button ref={focusOnce} type="submit" variant="primary" wide busy={busy} busyText="Waiting for your passkey...">
        Continue
      </Button>
    </form>
  )
}

/** The second step of signing in, with one of the user's factors: the first of `methods` unless another is chosen. */
function SecondStepForm({ methods }: { readonly methods: readonly FactorMethod[] }) {
  const { sessionCommands } = usePublicServices()
  const [chosen, setChosen] = useState<FactorMethod>()
  const method = chosen ?? methods[0]

  return (
    <div className={form}>
      {method === undefined ? <p>None of your second factors can be used at this address.</p> : null}
      {method === 'passkey' ? <PasskeyForm /> : null}
      {method === undefined || method === 'passkey' ? null : <CodeForm key={method} method={method} />}
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Button key={other} wide onClick={() => setChosen(other)}>
            {FACTOR_CHOICES[other]}
          </Button>
        ))}
      <Button variant="ghost" wide onClick={() => sessionCommands.back()}>
        Back
      </Button>
    </div>
  )
}

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

/** Signs in with a passkey that the user chooses from the suggestions of the e-mail field, while nothing else signs in. */
function useSuggestedPasskeys(onChosen: (passkey: ChosenPasskey) => void, isBusy: boolean) {
  const { hasPasskeys, suggestPasskey } = usePublicServices()
  const choose = useEffectEvent(onChosen)
  useEffect(() => {
    if (!hasPasskeys || isBusy) return
    const leaving = new AbortController()
    suggestPasskey(leaving.signal).then(
      (passkey) => passkey && !leaving.signal.aborted && choose(passkey),
      // Without its code nothing is suggested; the button says why.
      () => undefined,
    )
    return () => leaving.abort()
  }, [hasPasskeys, suggestPasskey, isBusy])
}

/** The first step of signing in, or with a passkey the only one. */
function FirstStep() {
  const { sessionCommands, hasPasskeys } = usePublicServices()
  const busy = useSession(isSigningIn)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const complete = email.trim() !== '' && password !== ''

  const signInWith = (passkey: PasskeySignIn['passkey']) => {
    setIsAsking(true)
    sessionCommands.signIn({ passkey, remember_me: remember })
  }
  useSuggestedPasskeys(signInWith, busy)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!complete) return
    setIsAsking(false)
    sessionCommands.signIn({ email: email.trim(), password, remember_me: remember })
  }

  return (
    <form className={form} onSubmit={submit} noValidate aria-label="Sign In">
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
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
      <Button
        type="submit"
        variant="primary"
        wide
        disabled={!complete || (busy && isAsking)}
        busy={busy && !isAsking}
        busyText={BUSY_TEXT}
      >
        Sign In
      </Button>
      {hasPasskeys ? (
        <Button
          wide
          disabled={busy && !isAsking}
          busy={busy && isAsking}
          busyText="Waiting for your passkey..."
          onClick={() => signInWith('ask')}
        >
          Sign In with a Passkey
        </Button>
      ) : null}
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
      {step === undefined ? <FirstStep /> : <SecondStepForm methods={step.methods} />}
    </CenteredPage>
  )
}
