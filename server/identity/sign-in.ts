import { lt } from 'drizzle-orm'
import type { Database, Queries } from '#server/database/database.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { RequestError } from '#server/http/errors.ts'
import { tooMany } from '#server/http/guard.ts'
import { writeAudit } from './audit.ts'
import { normalEmail } from './email.ts'
import type { Passwords } from './passwords.ts'
import { firstRefreshToken, type Refreshed } from './refresh-tokens.ts'
import { startSession, type Origin } from './sessions.ts'
import { admitTry, forgive, type Try } from './throttle.ts'
import { accountOf, noteSignIn, type Account } from './users.ts'

export interface SignInRequest extends Origin {
  readonly email: string
  readonly password: string
  readonly remembered: boolean
}

export interface SignedIn extends Refreshed {
  readonly email: string
}

export interface SignInDeps {
  readonly database: Database
  readonly passwords: Passwords
  readonly now: () => number
}

const ATTEMPTS_KEPT_MS = 90 * 86_400_000
const MAX_EMAIL = 320

/**
 * Signs in, or throws 401 with the same words and after the same work for an unknown account, a wrong or empty password,
 * an inactive account, and one that must wait (then with Retry-After); 429 when the address or the server has too much
 * to do. The session is durable when this resolves.
 */
export async function signIn(deps: SignInDeps, request: SignInRequest): Promise<SignedIn> {
  const { database, passwords, now } = deps
  return passwords.admit(async (verify) => {
    const attempt: Try = { email: normalEmail(request.email).slice(0, MAX_EMAIL), ipAddress: request.ipAddress }
    const admission = await admitTry(database, attempt, now())
    if (admission.kind === 'flood') throw tooMany(seconds(admission.waitMs))
    const account = await accountOf(database.db, attempt.email)
    const mayEnter = admission.kind === 'admitted' && account?.mayEnter === true
    const matches = await verify(request.password, account?.passwordHash)
    if (!mayEnter || !matches) {
      const reason = failureReason(admission.kind === 'slow', account, matches)
      await recordAttempt(database.db, attempt, reason, now())
      throw refusal(admission.kind === 'slow' ? admission.waitMs : undefined)
    }
    return enter(deps, account, attempt, request)
  })
}

async function enter(deps: SignInDeps, account: Account, attempt: Try, request: SignInRequest): Promise<SignedIn> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const session = await startSession(tx, { ...request, userId: account.id, now })
    const token = await firstRefreshToken(tx, session, now)
    await noteSignIn(tx, account.id, now)
    await recordAttempt(tx, attempt, undefined, now)
    await forgive(tx, attempt)
    await writeAudit(tx, {
      action: 'session.started',
      userId: account.id,
      ipAddress: request.ipAddress,
      details: { session: session.id, remembered: request.remembered },
      at: now,
    })
    return {
      token,
      sessionId: session.id,
      expiresAt: session.expiresAt,
      userId: account.id,
      email: account.email,
      role: account.role,
      remembered: request.remembered,
    }
  })
}

const seconds = (ms: number): number => Math.ceil(ms / 1000)

const refusal = (waitMs: number | undefined) =>
  new RequestError(
    401,
    'Invalid email or password',
    waitMs === undefined ? {} : { 'retry-after': `${seconds(waitMs)}` },
  )

function failureReason(isSlowed: boolean, account: Account | undefined, matches: boolean): string {
  if (isSlowed) return 'too many failures'
  if (!account) return 'unknown account'
  if (!matches) return 'wrong password'
  return 'inactive account'
}

async function recordAttempt(db: Queries, attempt: Try, failureReason: string | undefined, now: number): Promise<void> {
  await db.insert(signInAttempts).values({
    ...attempt,
    success: failureReason === undefined,
    failureReason: failureReason ?? null,
    attemptedAt: new Date(now),
  })
}

export async function dropOldAttempts(tx: Queries, now: number): Promise<void> {
  await tx.delete(signInAttempts).where(lt(signInAttempts.attemptedAt, new Date(now - ATTEMPTS_KEPT_MS)))
}
