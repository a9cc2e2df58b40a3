import * as argon2 from '@node-rs/argon2'
import pLimit from 'p-limit'
import { tooManyRequests } from '#server/http/guard.ts'

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
