import { passwordError } from '#contract/password-rules.ts'
import { isCommonPassword } from './common-passwords.ts'
import { normalizeEmail } from './users.ts'

const PRODUCT = 'pairbot'
/** Shorter local parts are found in ordinary words. */
const MIN_LOCAL_PART = 4

/** Message of the rule that a new password violates; undefined when it is acceptable. `email` is its owner's address. */
export const newPasswordProblem = (password: string, email: string): string | undefined =>
  passwordError(password) ??
  (isCommonPassword(password) ? 'Password is too common. Please choose another one.' : undefined) ??
  guessableProblem(password, email)

/** Message if the password contains what an attacker tries first: the address of its owner, or the name of the product. */
export function guessableProblem(password: string, email: string): string | undefined {
  const text = password.normalize('NFKC').toLowerCase()
  const [localPart = ''] = normalizeEmail(email).split(/[@+]/, 1)
  if (localPart.length >= MIN_LOCAL_PART ? text.includes(localPart) : text.includes(normalizeEmail(email)))
    return 'Password must not contain your email address'
  return text.includes(PRODUCT) ? 'Password must not contain the name Pairbot' : undefined
}
