import * as argon2 from '@node-rs/argon2'
import pLimit from 'p-limit'
import { tooManyRequests } from '#server/http/guard.ts'
import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD } from '#contract/limits.ts'
import { passwordError } from '#contract/password-rules.ts'
import { normalizeEmail } from './users.ts'

/** argon2id parameters. Each hash takes 19 MiB and about 25 ms of one core. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const MAX_CONCURRENT = 2
const MAX_QUEUED = 32
const RETRY_S = 1

/** Computes and verifies hashes, a limited number at a time. */
export interface Slots {
  /** Rejects with 429 like `withSlot`. */
  hash(password: string): Promise<string>
  /**
   * Runs `work` with a verifier, or rejects with 429 when too many are already waiting: a flood of sign-ins must not exhaust
   * CPU and memory.
   */
  withSlot<T>(work: (verify: Verify) => Promise<T>): Promise<T>
}

/** The slots of strangers and, apart, those of users who are signed in, whom no flood of sign-ins can turn away. */
export interface Passwords extends Slots {
  readonly signedIn: Slots
}

/** True when the password matches the hash. Without a hash it does the same work and resolves to false. */
export type Verify = (password: string, hash: string | undefined) => Promise<boolean>

/** The two functions of argon2 that are used. */
export type Hashing = Pick<typeof argon2, 'hash' | 'verify'>

/** Computes and verifies hashes, with argon2 by default. */
export function createPasswords({ hash, verify }: Hashing = argon2): Passwords {
  // Computed while the rest starts. If it fails, so does each sign-in without an account.
  const dummyHash = hash('the work of verifying, without an account', STRENGTH)
  dummyHash.catch(() => undefined)
  const withPermit = pLimit(MAX_CONCURRENT)
  const check: Verify = async (password, stored) => {
    const matches = await withPermit(async () => verify(stored ?? (await dummyHash), password))
    return matches && stored !== undefined
  }
  const createSlots = (): Slots => {
    let taken = 0
    const withSlot: Slots['withSlot'] = async (work) => {
      if (taken >= MAX_CONCURRENT + MAX_QUEUED) throw tooManyRequests(RETRY_S)
      taken += 1
      try {
        return await work(check)
      } finally {
        taken -= 1
      }
    }
    return { withSlot, hash: (password) => withSlot(() => withPermit(() => hash(password, STRENGTH))) }
  }
  return { ...createSlots(), signedIn: createSlots() }
}

/** The most frequently leaked passwords that are long enough to be chosen here: the first guesses of an attacker. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= PASSWORD.minLength),
)

/** True for the most frequently leaked passwords, ignoring case. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase())

const PRODUCT = 'pairbot'
/** Shorter local parts are found in ordinary words. */
const MIN_LOCAL_PART = 4

/** Message of the rule that a new password violates; undefined when it is acceptable. `email` is its owner's address. */
export const newPasswordProblem = (password: string, email: string): string | undefined =>
  passwordError(password) ??
  (isCommonPassword(password) ? 'Password is too common. Please choose another one.' : undefined) ??
  guessableProblem(password, email)

/** Message if the password contains what an attacker tries first: the address of its owner, or the name of the product. */
function guessableProblem(password: string, email: string): string | undefined {
  const text = password.normalize('NFKC').toLowerCase()
  const [localPart = ''] = normalizeEmail(email).split(/[@+]/, 1)
  if (localPart.length >= MIN_LOCAL_PART ? text.includes(localPart) : text.includes(normalizeEmail(email)))
    return 'Password must not contain your email address'
  return text.includes(PRODUCT) ? 'Password must not contain the name Pairbot' : undefined
}
