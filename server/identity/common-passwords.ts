import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD } from '#contract/limits.ts'

/** What is tried first by whoever guesses: the passwords that leaked most often, long enough to be used here. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= PASSWORD.minLength),
)

/** True for the passwords that leaked most often, whatever the case of their letters. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase())
