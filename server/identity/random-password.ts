import { randomInt } from 'node:crypto'
import { passwordError } from '#contract/password-rules.ts'

/** Without characters that are mistaken for each other when copied from a terminal. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
/** 20 characters of 55: 115 bits. */
const LENGTH = 20

/** A password that keeps the rules for passwords. */
export function randomPassword(): string {
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (passwordError(password) === undefined) return password
  }
}
