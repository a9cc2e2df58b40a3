import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD } from '#contract/limits.ts'

/** The most frequently leaked passwords that are long enough to be chosen here: the first guesses of an attacker. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= PASSWORD.minLength),
)

/** True for the most frequently leaked passwords, ignoring case. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase())
