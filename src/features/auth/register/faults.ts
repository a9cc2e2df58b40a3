import { emailFault } from '#contract/invitations.ts'
import { passwordFault } from '#contract/password-rules.ts'

export interface RegistrationFields {
  readonly email: string
  readonly password: string
  readonly confirmation: string
}

type Fault = { readonly type: 'rule'; readonly message: string }

function confirmationFault({ password, confirmation }: RegistrationFields): string | undefined {
  if (confirmation === '') return 'Please confirm your password'
  return confirmation === password ? undefined : 'Passwords do not match'
}

/** Why the form cannot be sent, per field; empty when it can. */
export function faultsOf(fields: RegistrationFields): Partial<Record<keyof RegistrationFields, Fault>> {
  const texts = {
    email: emailFault(fields.email),
    password: passwordFault(fields.password),
    confirmation: confirmationFault(fields),
  }
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, message]) =>
      message === undefined ? [] : [[name, { type: 'rule', message } satisfies Fault]],
    ),
  )
}
