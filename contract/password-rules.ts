import { PASSWORD } from './limits.ts'

/** One demand on a new password, with the words for its violation. */
export interface PasswordRule {
  readonly test: (password: string) => boolean
  readonly fault: string
}

const rule = (pattern: RegExp, fault: string): PasswordRule => ({ test: (password) => pattern.test(password), fault })

/** In the order they are told. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  rule(/./s, 'Password is required'),
  rule(new RegExp(`^.{${PASSWORD.minLength},}$`, 's'), 'Password must be at least 8 characters'),
  rule(/\p{Lu}/u, 'Password must contain at least one uppercase letter'),
  rule(/\p{Ll}/u, 'Password must contain at least one lowercase letter'),
  rule(/\d/, 'Password must contain at least one number'),
  rule(new RegExp(`^.{0,${PASSWORD.maxLength}}$`, 's'), `Password must be at most ${PASSWORD.maxLength} characters`),
]

/** Why a new password is refused, or undefined when it is fine. */
export const passwordFault = (password: string): string | undefined =>
  PASSWORD_RULES.find(({ test }) => !test(password))?.fault
