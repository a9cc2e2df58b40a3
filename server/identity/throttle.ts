import { isIPv6 } from 'node:net'
import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { SIGN_IN } from '#contract/limits.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { signInAttempts, signInThrottles } from '#server/database/schema/identity.ts'
import { countWithBackoff, countInWindow, type CountResult, type FailureCounter } from './backoff.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Failures per minute from one address over all accounts. */
const ADDRESS_FAILURES = 20
/** Addresses with a successful sign-in within this time are exempt from the limit per account. */
const KNOWN_ADDRESS_MS = 30 * 86_400_000
/** Wildcard for any account or any address in the key of a counter. */
const ANY = ''
/** In place of an address: the sessions of an account, whatever their address. */
const SESSIONS = 'sessions'

export interface SignInAttempt {
  /** Normalized. */
  readonly email: string
  readonly ipAddress: string
}

/** `slow`: respond as to a wrong password. `flood`: the address itself exceeds its limit. */
export type Admission = { readonly kind: 'admitted' } | { readonly kind: 'slow' | 'flood'; readonly waitMs: number }

/**
 * Counts a sign-in as failed before it is attempted, safely under concurrency, and decides whether it may proceed.
 * `uncountAttempt` reverts the count after a success.
 */
export async function admitAttempt(database: Database, attempt: SignInAttempt, now: number): Promise<Admission> {
  const { email } = attempt
  const network = networkOf(attempt.ipAddress)
  return database.transaction(async (tx) => {
    const keys = [
      { email: ANY, ipAddress: network },
      { email, ipAddress: ANY },
      { email, ipAddress: network },
    ] as const
    const counterOf = await lockCounters(tx, keys, now)
    const [address, account, pair] = keys
    const byAddress = countInWindow(counterOf(address), now, ADDRESS_FAILURES, MINUTE_MS)
    if ('waitMs' in byAddress) return { kind: 'flood', waitMs: byAddress.waitMs }
    await saveCounter(tx, address, byAddress)
    const byPair = countWithBackoff(counterOf(pair), now)
    if ('waitMs' in byPair) return { kind: 'slow', waitMs: byPair.waitMs }
    const byAccount = countInWindow(counterOf(account), now, SIGN_IN.accountFailuresPerHour, HOUR_MS)
    if ('waitMs' in byAccount && !(await isKnownAddress(tx, attempt, now))) {
      return { kind: 'slow', waitMs: byAccount.waitMs }
    }
    await saveCounter(tx, pair, byPair)
    await saveCounter(tx, account, byAccount)
    return { kind: 'admitted' }
  })
}

/** Reverts `admitAttempt`: resets the counter of the pair and takes this attempt off the others. */
export async function uncountAttempt(tx: Queries, attempt: SignInAttempt): Promise<void> {
  const { email } = attempt
  const network = networkOf(attempt.ipAddress)
  await tx
    .update(signInThrottles)
    .set({ failures: sql`greatest(${signInThrottles.failures} - 1, 0)` })
    .where(or(matchesKey({ email: ANY, ipAddress: network }), matchesKey({ email, ipAddress: ANY })))
  await tx.delete(signInThrottles).where(matchesKey({ email, ipAddress: network }))
}

/**
 * Counts a password given within a session as wrong before it is verified, in the one counter of the account's sessions: who is
 * not signed in cannot use it up. Resolves to the milliseconds to wait if it must not be looked at.
 */
export async function admitPassword(database: Database, email: string, now: number): Promise<number | undefined> {
  const key = { email, ipAddress: SESSIONS }
  return database.transaction(async (tx) => {
    const counterOf = await lockCounters(tx, [key], now)
    const result = countWithBackoff(counterOf(key), now)
    if ('waitMs' in result) return result.waitMs
    await saveCounter(tx, key, result)
    return undefined
  })
}

/** Reverts `admitPassword` after the right password. */
export async function uncountPassword(tx: Queries, email: string): Promise<void> {
  await tx.delete(signInThrottles).where(matchesKey({ email, ipAddress: SESSIONS }))
}

/** Deletes counters that no rule needs any more. */
export async function dropOldThrottles(tx: Queries, now: number): Promise<void> {
  const horizon = new Date(now - HOUR_MS)
  await tx
    .delete(signInThrottles)
    .where(
      sql`greatest(${signInThrottles.windowStartedAt}, ${signInThrottles.blockedUntil}) < ${horizon.toISOString()}`,
    )
}

interface Key {
  readonly email: string
  readonly ipAddress: string
}

const matchesKey = ({ email, ipAddress }: Key) =>
  and(eq(signInThrottles.email, email), eq(signInThrottles.ipAddress, ipAddress))

/** Locks the rows of `keys` in a fixed order, so that concurrent attempts cannot deadlock. */
async function lockCounters(tx: Queries, keys: readonly Key[], now: number) {
  const windowStartedAt = new Date(now)
  await tx
    .insert(signInThrottles)
    .values(keys.map((key) => ({ ...key, failures: 0, windowStartedAt })))
    .onConflictDoNothing()
  const rows = await tx
    .select()
    .from(signInThrottles)
    .where(
      and(
        inArray(signInThrottles.email, [...new Set(keys.map(({ email }) => email))]),
        inArray(signInThrottles.ipAddress, [...new Set(keys.map(({ ipAddress }) => ipAddress))]),
      ),
    )
    .orderBy(signInThrottles.email, signInThrottles.ipAddress)
    .for('update')
  return ({ email, ipAddress }: Key): FailureCounter | undefined => {
    const row = rows.find((candidate) => candidate.email === email && candidate.ipAddress === ipAddress)
    return (
      row && {
        failures: row.failures,
        windowStartedAt: row.windowStartedAt.getTime(),
        blockedUntil: row.blockedUntil?.getTime(),
      }
    )
  }
}

async function saveCounter(tx: Queries, key: Key, attempt: CountResult): Promise<void> {
  if (!('counted' in attempt)) return
  const { failures, windowStartedAt, blockedUntil } = attempt.counted
  await tx
    .update(signInThrottles)
    .set({
      failures,
      windowStartedAt: new Date(windowStartedAt),
      blockedUntil: blockedUntil === undefined ? null : new Date(blockedUntil),
    })
    .where(matchesKey(key))
}

async function isKnownAddress(tx: Queries, { email, ipAddress }: SignInAttempt, now: number): Promise<boolean> {
  const rows = await tx
    .select({ id: signInAttempts.id })
    .from(signInAttempts)
    .where(
      and(
        eq(signInAttempts.success, true),
        eq(signInAttempts.email, email),
        eq(signInAttempts.ipAddress, ipAddress),
        gt(signInAttempts.attemptedAt, new Date(now - KNOWN_ADDRESS_MS)),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Network that an address counts as: the /64 of an IPv6 address, the address form of an IPv4-mapped one. */
export function networkOf(ipAddress: string): string {
  const address = ipAddress.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%', 1)[0] ?? address).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
