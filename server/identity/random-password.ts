import { randomInt } from 'node:crypto'
import { passwordError } from '#contract/password-rules.ts'

/** Excludes characters that look alike in a terminal. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
/** 20 characters of 55: 115 bits. */
const LENGTH = 20

/** A random password that satisfies the password rules. */
export function randomPassword(): string {
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (passwordError(password) === undefined) return password
  }
}
