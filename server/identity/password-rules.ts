import { PASSWORD } from '#contract/limits.ts'

/** Each rule of a new password with the words for its violation, in the order they are told. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^.{${PASSWORD.minLength},}$`, 's'), 'Password must be at least 8 characters'],
  [/\p{Lu}/u, 'Password must contain at least one uppercase letter'],
  [/\p{Ll}/u, 'Password must contain at least one lowercase letter'],
  [/\d/, 'Password must contain at least one number'],
  [new RegExp(`^.{0,${PASSWORD.maxLength}}$`, 's'), `Password must be at most ${PASSWORD.maxLength} characters`],
]

/** Why a new password is refused, or undefined when it is fine. */
export const passwordFault = (password: string): string | undefined => RULES.find(([rule]) => !rule.test(password))?.[1]
