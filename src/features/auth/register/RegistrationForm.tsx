import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useForm, type UseFormRegisterReturn, useWatch } from 'react-hook-form'
import { emailProblem, type InvitationOffer } from '#contract/invitations.ts'
import { passwordError } from '#contract/password-rules.ts'
import { usePublicServices, useSession } from '#src/app/services.ts'
import { isRegistering, registerError } from '#src/machines/session/selectors.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatExact, toIso } from '#src/ui/format/time.ts'
import { form, link } from '../auth.css.ts'
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
export function RegistrationForm({ offer }: { readonly offer: InvitationOffer }) {
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
