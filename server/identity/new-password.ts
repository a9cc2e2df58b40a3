import { passwordError } from '#contract/password-rules.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Why a password cannot be chosen, in the words of its rule; undefined when it can. */
export const newPasswordProblem = (password: string): string | undefined =>
  passwordError(password) ??
  (isCommonPassword(password) ? 'Password is too common. Please choose another one.' : undefined)
