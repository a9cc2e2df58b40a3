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
/** An address that the owner signed in from this recently is not stopped by what others do to the account. */
const KNOWN_ADDRESS_MS = 30 * 86_400_000
/** Stands for any account or any address in the key of a counter. */
const ANY = ''

export interface SignInAttempt {
  /** In normal form. */
  readonly email: string
  readonly ipAddress: string
}

/** `slow`: answer as to a wrong password. `flood`: the address itself sends too much. */
export type Admission = { readonly kind: 'admitted' } | { readonly kind: 'slow' | 'flood'; readonly waitMs: number }

/**
 * Counts a sign-in as failed before it is tried, whoever else tries at the same moment, and says whether it may be tried.
 * `forgive` takes the count back when it succeeded.
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

/** Takes back what `admitTry` counted: the pair starts afresh, the others lose this one attempt. */
export async function uncountAttempt(tx: Queries, attempt: SignInAttempt): Promise<void> {
  const { email } = attempt
  const network = networkOf(attempt.ipAddress)
  await tx
    .update(signInThrottles)
    .set({ failures: sql`greatest(${signInThrottles.failures} - 1, 0)` })
    .where(or(matchesKey({ email: ANY, ipAddress: network }), matchesKey({ email, ipAddress: ANY })))
  await tx.delete(signInThrottles).where(matchesKey({ email, ipAddress: network }))
}

/** Forgets counters that no rule can look at any more. */
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

/** Locks the rows of `keys`, in one order for everybody, so that two tries wait for each other and never in a ring. */
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

/** What one sender can vary of its address does not count: the last 64 bits of IPv6, the IPv4-in-IPv6 spelling. */
export function networkOf(ipAddress: string): string {
  const plain = ipAddress.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = (plain.split('%', 1)[0] ?? plain).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
