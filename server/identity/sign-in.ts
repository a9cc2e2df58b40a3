import { randomUUID } from 'node:crypto'
import { lt } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { RequestError } from '#server/http/errors.ts'
import { tooManyRequests } from '#server/http/guard.ts'
import type { IdentityContext } from './context.ts'
import type { Observe } from './alerts/events.ts'
import { issueChallenge } from './factors/challenges.ts'
import { hasFactor } from './factors/enrolled.ts'
import type { Passwords } from './passwords.ts'
import { openSession, type OpenedSession } from './open-session.ts'
import type { ClientInfo } from './sessions.ts'
import { admitAttempt, uncountAttempt, networkOf, type SignInAttempt } from './throttle.ts'
import { canStillSignIn, findAccount, normalizeEmail, type Account } from './users.ts'

export interface SignInRequest extends ClientInfo {
  readonly email: string
  readonly password: string
  readonly remembered: boolean
}

export interface SignInDeps extends IdentityContext {
  readonly passwords: Passwords
  readonly observe: Observe
}

const ATTEMPT_RETENTION_MS = 90 * 86_400_000
const MAX_EMAIL = 320

/** A session, or with a second factor the challenge for its second step. */
export type SignInResult =
  | { readonly kind: 'opened'; readonly session: OpenedSession }
  | { readonly kind: 'challenged'; readonly challenge: string; readonly userId: string }

/**
 * Signs in, or throws 401 with the same message and after the same work for an unknown account, a wrong or empty password,
 * an inactive account and a throttled one (then with Retry-After); 429 when the address or the server is overloaded. The
 * session or challenge is durable when this resolves.
 */
export async function signIn(deps: SignInDeps, request: SignInRequest): Promise<SignInResult> {
  const { database, passwords, now } = deps
  return passwords.withSlot(async (verify) => {
    const attempt: SignInAttempt = {
      email: normalizeEmail(request.email).slice(0, MAX_EMAIL),
      ipAddress: request.ipAddress,
    }
    const admission = await admitAttempt(database, attempt, now())
    if (admission.kind === 'flood') throw tooManyRequests(seconds(admission.waitMs))
    const account = await findAccount(database.db, attempt.email)
    const canSignIn = admission.kind === 'admitted' && account?.canSignIn === true
    const matches = await verify(request.password, account?.passwordHash)
    if (!canSignIn || !matches) {
      const reason = failureReason(admission.kind === 'slow', account, matches)
      const at = now()
      await database.transaction((tx) => recordAttempt(tx, attempt, reason, at))
      deps.observe({ kind: 'sign-in-failed', ...attempt, at })
      throw refusal(admission.kind === 'slow' ? admission.waitMs : undefined)
    }
    return completeSignIn(deps, account, attempt, request)
  })
}

async function completeSignIn(
  deps: SignInDeps,
  account: Account,
  attempt: SignInAttempt,
  request: SignInRequest,
): Promise<SignInResult> {
  const now = deps.now()
  const result = await deps.database.transaction(async (tx) => {
    // The account may have been deactivated, or its password changed, while the password was being verified.
    if (!(await canStillSignIn(tx, account))) return undefined
    await uncountAttempt(tx, attempt)
    if (await hasFactor(tx, account.id)) {
      const challenge = await issueChallenge(tx, account, { ...request, now })
      return { kind: 'challenged' as const, challenge, userId: account.id }
    }
    const attemptId = await recordAttempt(tx, attempt, undefined, now)
    return { kind: 'opened' as const, attemptId, session: await openSession(tx, account, { ...request, now }) }
  })
  if (!result) {
    await deps.database.transaction((tx) => recordAttempt(tx, attempt, 'account changed during sign-in', now))
    throw refusal(undefined)
  }
  if (result.kind === 'opened') {
    deps.observe({ kind: 'signed-in', attemptId: result.attemptId, ...attempt, at: now })
  }
  return result
}

const seconds = (ms: number): number => Math.ceil(ms / 1000)

const refusal = (waitMs: number | undefined) =>
  new RequestError(
    401,
    'Invalid email or password',
    waitMs === undefined ? {} : { 'retry-after': `${seconds(waitMs)}` },
  )

function failureReason(isThrottled: boolean, account: Account | undefined, matches: boolean): string {
  if (isThrottled) return 'too many failures'
  if (!account) return 'unknown account'
  if (!matches) return 'wrong password'
  return 'inactive account'
}

/** Records an attempt, failed for `failureReason` if given; returns its id. */
export async function recordAttempt(
  db: Queries,
  attempt: SignInAttempt,
  failureReason: string | undefined,
  now: number,
): Promise<string> {
  const id = randomUUID()
  await db.insert(signInAttempts).values({
    ...attempt,
    id,
    network: networkOf(attempt.ipAddress),
    success: failureReason === undefined,
    failureReason: failureReason ?? null,
    attemptedAt: new Date(now),
  })
  return id
}

export async function dropOldAttempts(tx: Queries, now: number): Promise<void> {
  await tx.delete(signInAttempts).where(lt(signInAttempts.attemptedAt, new Date(now - ATTEMPT_RETENTION_MS)))
}
