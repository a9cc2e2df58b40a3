import { PASSWORD } from './limits.ts'

/** One demand on a new password, with the words for its violation. */
export interface PasswordRule {
  readonly test: (password: string) => boolean
  readonly error: string
  /** What is listed beside the field while somebody types; absent where the fault says it soon enough. */
  readonly requirement?: string
}

const rule = (pattern: RegExp, error: string, requirement?: string): PasswordRule => ({
  test: (password) => pattern.test(password),
  error,
  ...(requirement !== undefined && { requirement }),
})

/** In the order they are told. */
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

/** Why a new password is refused, or undefined when it is fine. */
export const passwordError = (password: string): string | undefined =>
  PASSWORD_RULES.find(({ test }) => !test(password))?.error
