import { setImmediate as nextTurn } from 'node:timers/promises'
import type { onSendAsyncHookHandler } from 'fastify'
import type { Database, Queries } from '#server/database/database.ts'
import { raiseAlert, type Detection, countSince } from './alerts.ts'
import type { Observe, SecurityEvent, FailedSignIn, SucceededSignIn } from './events.ts'
import { roleChangeThenBulk } from './role-change-then-bulk.ts'
import { and, desc, eq, gt, not, lt } from 'drizzle-orm'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { networkOf } from '#server/identity/throttle.ts'
import { findAccount } from '#server/identity/users.ts'

/**
 * Network that approximates a location: /24 for IPv4, /48 for IPv6. With narrower networks, every address change of a mobile
 * provider would look like a new location.
 */
export function siteNetworkOf(ipAddress: string): string {
  const network = networkOf(ipAddress)
  return network.endsWith('/64')
    ? `${network.split(':').slice(0, 3).join(':')}::/48`
    : `${network.split('.').slice(0, 3).join('.')}.0/24`
}

/** Detects a sign-in from a network that the account has not signed in from within the retention of 90 days. */
async function signInFromNewNetwork(
  tx: Queries,
  { attemptId, email, ipAddress, at }: SucceededSignIn,
): Promise<Detection | undefined> {
  const earlier = await tx
    .selectDistinct({ ipAddress: signInAttempts.ipAddress })
    .from(signInAttempts)
    .where(
      and(
        eq(signInAttempts.success, true),
        eq(signInAttempts.email, email),
        lt(signInAttempts.attemptedAt, new Date(at)),
      ),
    )
  const site = siteNetworkOf(ipAddress)
  if (earlier.length === 0 || earlier.some((row) => siteNetworkOf(row.ipAddress) === site)) return undefined
  return {
    detector: 'sign-in-from-new-network',
    subject: `${email} ${site}`,
    title: 'First sign-in from a new network',
    description: `${email} signed in from ${ipAddress}, in a network not seen before with this account.`,
    severity: 'medium',
    ipAddress,
    affectedEmail: email,
    evidence: { login_attempts: [attemptId] },
    at,
  }
}

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
async function manyFailuresOnAccount(tx: Queries, { email, at }: FailedSignIn): Promise<Detection | undefined> {
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
async function oneAddressManyAccounts(tx: Queries, { ipAddress, at }: FailedSignIn): Promise<Detection | undefined> {
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

/** Maximum number of queued events, to bound memory; a flood is detected from fewer events too. */
const MAX_WAITING = 1_000

export interface Detectors {
  /** Queues an event for the detectors. They run after the response is sent, so that they do not affect its timing. */
  readonly observe: Observe
  /** Resolves when all queued events have been processed. */
  settled(): Promise<void>
}

export interface DetectorsDeps {
  readonly database: Database
  /** Called when an event could not be processed. */
  readonly report: (error: unknown) => void
}

export function createDetectors({ database, report }: DetectorsDeps): Detectors {
  let waiting = 0
  let queue = Promise.resolve()
  const runDetectors = (event: SecurityEvent) =>
    database.transaction(async (tx) => {
      for (const detection of await detect(tx, event)) if (detection) await raiseAlert(tx, detection)
    })
  return {
    observe(event) {
      if (waiting >= MAX_WAITING) return report(new Error(`The detectors are behind: skipped ${event.kind}`))
      waiting += 1
      // The response is sent in this turn of the event loop; the detectors run more queries for accounts that exist.
      queue = queue
        .then(() => nextTurn())
        .then(() => runDetectors(event))
        .catch(report)
        .finally(() => {
          waiting -= 1
        })
    },
    settled: () => queue,
  }
}

/** Reports successful changes by administrators to the detectors. */
export const observeAdministrators =
  (observe: Observe, now: () => number): onSendAsyncHookHandler =>
  async ({ method, principal, routeOptions }, { statusCode }, payload) => {
    if (principal && statusCode === 200 && method !== 'GET' && routeOptions.url?.includes('/admin/')) {
      observe({ kind: 'administrator-acted', actorId: principal.userId, at: now() })
    }
    return payload
  }

async function detect(tx: Queries, event: SecurityEvent): Promise<readonly (Detection | undefined)[]> {
  switch (event.kind) {
    case 'sign-in-failed':
      return [await manyFailuresOnAccount(tx, event), await oneAddressManyAccounts(tx, event)]
    case 'signed-in':
      return [await signInFromNewNetwork(tx, event)]
    case 'administrator-acted':
      return [await roleChangeThenBulk(tx, event)]
  }
}
