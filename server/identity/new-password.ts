import { passwordError } from '#contract/password-rules.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Message of the rule that a new password violates; undefined when it is acceptable. */
export const newPasswordProblem = (password: string): string | undefined =>
  passwordError(password) ??
  (isCommonPassword(password) ? 'Password is too common. Please choose another one.' : undefined)
