import { PASSWORD } from './limits.ts'

/** A requirement for new passwords, with the message for its violation. */
export interface PasswordRule {
  readonly test: (password: string) => boolean
  readonly error: string
  /** Hint listed beside the field; absent if the error message is sufficient. */
  readonly requirement?: string
}

const rule = (pattern: RegExp, error: string, requirement?: string): PasswordRule => ({
  test: (password) => pattern.test(password),
  error,
  ...(requirement !== undefined && { requirement }),
})

/** In the order in which errors are reported. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  rule(/./s, 'Password is required'),
  rule(
    new RegExp(`^.{${PASSWORD.minLength},}$`, 's'),
    'Password must be at least 8 characters',
    'At least 8 characters',
  ),
  rule(/\p{Lu}/u, 'Password must contain at least one uppercase letter', 'One uppercase letter'),
  rule(/\p{Ll}/u, 'Password must contain at least one lowercase letter', 'One lowercase letter'),
  rule(/\d/, 'Password must contain at least one number', 'One number'),
  rule(new RegExp(`^.{0,${PASSWORD.maxLength}}$`, 's'), `Password must be at most ${PASSWORD.maxLength} characters`),
]

/** The error message for a new password, or undefined if it is valid. */
export const passwordError = (password: string): string | undefined =>
  PASSWORD_RULES.find(({ test }) => !test(password))?.error
