import { and, desc, eq, gt, not } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { networkOf } from '../throttle.ts'
import { findAccount } from '../users.ts'
import { countSince, type Detection } from './alerts.ts'
import type { FailedSignIn } from './events.ts'

const WINDOW_MS = 15 * 60_000
const WINDOW_TEXT = 'within 15 minutes'
/** Failures on one account that are too many for a forgotten password. */
export const ACCOUNT_FAILURES = 10
/** Accounts failing from one address that are too many for a shared office network. */
export const ADDRESS_ACCOUNTS = 8
/** Maximum number of rows in an alert's evidence. */
const MAX_ROWS = 200

const formatCount = (count: number): string => (count < MAX_ROWS ? `${count}` : `${MAX_ROWS} or more`)

/** Detects many failures on one existing account, from any address. */
export async function manyFailuresOnAccount(tx: Queries, { email, at }: FailedSignIn): Promise<Detection | undefined> {
  const key = { detector: 'many-failures-on-account', subject: email } as const
  const since = await countSince(tx, key, at - WINDOW_MS)
  const rows = await failures(tx, eq(signInAttempts.email, email), since)
  if (rows.length < ACCOUNT_FAILURES) return undefined
  const account = await findAccount(tx, email)
  if (!account || account.isDeleted) return undefined
  const addresses = new Set(rows.map(({ ipAddress }) => ipAddress))
  const from = addresses.size === 1 ? `from ${rows[0]?.ipAddress}` : `from ${addresses.size} addresses`
  return {
    ...key,
    title: 'Many failed sign-ins on one account',
    description: `${formatCount(rows.length)} failed sign-ins as ${email} ${WINDOW_TEXT}, ${from}.`,
    severity: 'high',
    ipAddress: addresses.size === 1 ? rows[0]?.ipAddress : undefined,
    affectedEmail: email,
    evidence: { login_attempts: rows.map(({ id }) => id) },
    at,
  }
}

/** Detects failures from one address on many accounts, existing or not. */
export async function oneAddressManyAccounts(
  tx: Queries,
  { ipAddress, at }: FailedSignIn,
): Promise<Detection | undefined> {
  const network = networkOf(ipAddress)
  const key = { detector: 'one-address-many-accounts', subject: network } as const
  const since = await countSince(tx, key, at - WINDOW_MS)
  const rows = await failures(tx, eq(signInAttempts.network, network), since)
  const accounts = new Set(rows.map(({ email }) => email))
  if (accounts.size < ADDRESS_ACCOUNTS) return undefined
  return {
    ...key,
    title: 'One address tries many accounts',
    description: `${formatCount(rows.length)} failed sign-ins from ${network} on ${accounts.size} accounts ${WINDOW_TEXT}.`,
    severity: 'high',
    ipAddress,
    evidence: { login_attempts: rows.map(({ id }) => id) },
    at,
  }
}

const failures = (tx: Queries, matching: ReturnType<typeof eq>, since: Date) =>
  tx
    .select({ id: signInAttempts.id, email: signInAttempts.email, ipAddress: signInAttempts.ipAddress })
    .from(signInAttempts)
    .where(and(matching, not(signInAttempts.success), gt(signInAttempts.attemptedAt, since)))
    .orderBy(desc(signInAttempts.attemptedAt))
    .limit(MAX_ROWS)
