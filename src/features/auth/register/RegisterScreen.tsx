import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useForm, type UseFormRegisterReturn, useWatch } from 'react-hook-form'
import { emailProblem, type InvitationOffer } from '#contract/invitations.ts'
import { passwordError } from '#contract/password-rules.ts'
import { usePublicServices, useSession } from '#src/app/services.ts'
import type { InvitationCheck } from '#src/machines/session/ports.ts'
import { isRegistering, registerError } from '#src/machines/session/selectors.ts'
import { CenteredPage } from '#src/ui/cards/CenteredPage.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatExact, toIso } from '#src/ui/format/time.ts'
import { form, link, verifying } from '../auth.css.ts'
import { PasswordRules } from './PasswordRules.tsx'

interface RegistrationFields {
  readonly email: string
  readonly password: string
  readonly confirmation: string
}

type FieldError = { readonly type: 'rule'; readonly message: string }

function confirmationError({ password, confirmation }: RegistrationFields): string | undefined {
  if (confirmation === '') return 'Please confirm your password'
  return confirmation === password ? undefined : 'Passwords do not match'
}

/** Errors by field; empty if the form is valid. */
function validateRegistration(fields: RegistrationFields): Partial<Record<keyof RegistrationFields, FieldError>> {
  const messages = {
    email: emailProblem(fields.email),
    password: passwordError(fields.password),
    confirmation: confirmationError(fields),
  }
  return Object.fromEntries(
    Object.entries(messages).flatMap(([name, message]) =>
      message === undefined ? [] : [[name, { type: 'rule', message } satisfies FieldError]],
    ),
  )
}

function InvitationDetails({ offer: { role, expiresAt } }: { readonly offer: InvitationOffer }) {
  const until = Date.parse(expiresAt)
  return (
    <KeyValueList
      items={[
        { label: 'Role', value: role },
        { label: 'Invitation expires', value: <time dateTime={toIso(until)}>{formatExact(until)}</time> },
      ]}
    />
  )
}

/** Creates the account: the e-mail is fixed by the invitation, the password is chosen. */
function RegistrationForm({ offer }: { readonly offer: InvitationOffer }) {
  const { sessionCommands } = usePublicServices()
  const busy = useSession(isRegistering)
  const failure = useSession(registerError)
  const rulesId = useId()
  const { register, handleSubmit, clearErrors, control, formState } = useForm<RegistrationFields>({
    defaultValues: { email: offer.email, password: '', confirmation: '' },
    reValidateMode: 'onSubmit',
    resolver: (values) => {
      const errors = validateRegistration(values)
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors }
    },
  })
  const { errors } = formState
  const password = useWatch({ control, name: 'password' })
  const field = (name: keyof RegistrationFields): UseFormRegisterReturn =>
    register(name, { onChange: () => clearErrors(name) })
  const submit = handleSubmit(({ email, password }) => sessionCommands.register({ email, password }))

  return (
    <>
      <InvitationDetails offer={offer} />
      {failure === undefined ? null : <Alert tone="danger">{failure}</Alert>}
      <form className={form} onSubmit={(event) => void submit(event)} noValidate aria-label="Create Your Account">
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          readOnly
          error={errors.email?.message}
          {...field('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          aria-describedby={rulesId}
          error={errors.password?.message}
          {...field('password')}
        />
        <PasswordRules id={rulesId} password={password} />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...field('confirmation')}
        />
        <Button type="submit" variant="primary" wide busy={busy} busyText="Creating Account...">
          Create Account
        </Button>
      </form>
      <Link to="/signin" className={link}>
        Already have an account? Sign In
      </Link>
    </>
  )
}

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
