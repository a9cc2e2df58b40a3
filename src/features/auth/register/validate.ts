import { emailProblem } from '#contract/invitations.ts'
import { passwordError } from '#contract/password-rules.ts'

export interface RegistrationFields {
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
export function validateRegistration(
  fields: RegistrationFields,
): Partial<Record<keyof RegistrationFields, FieldError>> {
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
