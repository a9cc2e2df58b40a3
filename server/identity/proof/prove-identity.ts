import type { IdentityProof } from '#contract/proof.ts'
import type { Queries } from '#server/database/database.ts'
import type { Principal } from '#server/http/access.ts'
import { RequestError } from '#server/http/errors.ts'
import { tooManyRequests } from '#server/http/guard.ts'
import type { Observe } from '../alerts/events.ts'
import { writeAudit } from '../audit/audit.ts'
import type { IdentityContext } from '../context.ts'
import { hasFactor, checkProof, type ProofDeps, type ProofRefusal } from '../factors/enrolled.ts'
import type { RelyingParty } from '../factors/passkeys.ts'
import type { Passwords } from '../passwords.ts'
import { recordAttempt } from '../sign-in.ts'
import { admitPassword, uncountPassword } from '../throttle.ts'
import { lockAccount } from '../users.ts'
import { and, eq, gt } from 'drizzle-orm'
import { PROOF } from '#contract/limits.ts'
import { proofChallenges, sessions } from '#server/database/schema/identity.ts'
import { hashOf, newSecret } from '#server/identity/secrets.ts'

/** Asks a session for a proof; returns the challenge, which opens nothing by itself and no session. */
export async function issueProofChallenge(tx: Queries, sessionId: string, now: number): Promise<string> {
  const challenge = newSecret()
  await tx
    .insert(proofChallenges)
    .values({ hash: hashOf(challenge), sessionId, expiresAt: new Date(now + PROOF.challengeLifeMs) })
  return challenge
}

/** Whether the challenge was issued to this session and can still be answered. Locked until the transaction ends. */
async function lockProofChallenge(tx: Queries, challenge: string, sessionId: string, now: number): Promise<boolean> {
  const isOwn = and(eq(proofChallenges.hash, hashOf(challenge)), eq(proofChallenges.sessionId, sessionId))
  const rows = await tx
    .select({ sessionId: proofChallenges.sessionId })
    .from(proofChallenges)
    .where(and(isOwn, gt(proofChallenges.expiresAt, new Date(now))))
    .for('update')
  return rows.length > 0
}

/** Records that the user of a session has proven who they are, which ends its challenges. */
export async function recordProof(tx: Queries, sessionId: string, now: number): Promise<void> {
  await tx.delete(proofChallenges).where(eq(proofChallenges.sessionId, sessionId))
  await tx
    .update(sessions)
    .set({ provenAt: new Date(now) })
    .where(eq(sessions.id, sessionId))
}

export interface IdentityProofDeps extends IdentityContext, ProofDeps {
  readonly passwords: Passwords
  readonly observe: Observe
}

export interface GivenProof {
  readonly challenge: string
  readonly proof: IdentityProof
  readonly ipAddress: string
  readonly relyingParty: RelyingParty | undefined
}

type PasswordProof = Extract<IdentityProof, { method: 'password' }>
type Outcome = 'proven' | 'expired' | 'not-accepted' | ProofRefusal

const WRONG_CODE = 'The code is not correct, or was used before.'
const WRONG: Readonly<Record<IdentityProof['method'], string>> = {
  password: 'The password is not correct',
  totp: WRONG_CODE,
  recovery_code: WRONG_CODE,
  passkey: 'The passkey was not accepted.',
}
const FAILURE_REASONS = {
  wait: 'too many failures',
  wrong: 'wrong second factor',
  cloned: 'cloned passkey',
} as const

/**
 * Proves within a session who its user is. Throws 400 for a wrong proof, and for a password where there is a second factor; 400
 * with the reason `challenge_expired` when the challenge is unknown, expired, used or of another session; 429 while guesses have to
 * wait. They are counted by user as at signing in, so that a taken session cannot guess faster, but apart from it: who is not signed
 * in cannot make a user wait.
 */
export async function proveIdentity(deps: IdentityProofDeps, principal: Principal, given: GivenProof): Promise<void> {
  const { database, observe, now } = deps
  const { proof, ipAddress } = given
  const at = now()
  const outcome =
    proof.method === 'password'
      ? await provePassword(deps, principal, { ...given, proof }, at)
      : await database.transaction((tx) => proveFactor(tx, deps, principal, { ...given, proof }, at))
  if (outcome === 'proven') return
  if (outcome === 'expired')
    throw new RequestError(400, 'This took too long. Please try again.', {}, { reason: 'challenge_expired' })
  if (outcome === 'not-accepted') throw new RequestError(400, 'With a second factor, prove it with that.')
  if (outcome.kind === 'wait') throw tooManyRequests(Math.ceil(outcome.waitMs / 1000))
  observe({ kind: 'sign-in-failed', email: principal.email, ipAddress, at })
  throw new RequestError(400, WRONG[proof.method])
}

async function proveFactor(
  tx: Queries,
  deps: IdentityProofDeps,
  { userId, sessionId, email }: Principal,
  given: GivenProof & { readonly proof: Exclude<IdentityProof, PasswordProof> },
  now: number,
): Promise<Outcome> {
  const { challenge, proof, ipAddress, relyingParty } = given
  // Before the challenge: a proof ends the others of its session.
  await lockAccount(tx, userId)
  if (!(await lockProofChallenge(tx, challenge, sessionId, now))) return 'expired'
  const result = await checkProof(tx, deps, {
    userId,
    proof,
    now,
    isSignedIn: true,
    ceremony: { challenge, relyingParty },
  })
  const audit = { userId, ipAddress, at: now }
  if (result.kind !== 'proven') {
    await recordAttempt(tx, { email, ipAddress }, FAILURE_REASONS[result.kind], now)
    if (result.kind === 'cloned') await writeAudit(tx, { ...audit, action: 'factor.cloned' })
    return result
  }
  if (proof.method === 'recovery_code') await writeAudit(tx, { ...audit, action: 'factor.recovery_code_used' })
  await acceptProof(tx, { userId, sessionId }, given, now)
  return 'proven'
}

async function provePassword(
  { database, passwords }: IdentityProofDeps,
  { userId, sessionId, email }: Principal,
  given: GivenProof & { readonly proof: PasswordProof },
  now: number,
): Promise<Outcome> {
  const { challenge, proof, ipAddress } = given
  if (await hasFactor(database.db, userId)) return 'not-accepted'
  const waitMs = await admitPassword(database, email, now)
  if (waitMs !== undefined) return { kind: 'wait', waitMs }
  const account = await database.transaction((tx) => lockAccount(tx, userId))
  const matches = await passwords.signedIn.withSlot((verify) => verify(proof.password, account?.passwordHash))
  return database.transaction(async (tx) => {
    // The password may have been changed, or a factor set up, while it was being verified.
    const present = await lockAccount(tx, userId)
    if (!matches || !account || present?.passwordHash !== account.passwordHash || (await hasFactor(tx, userId))) {
      await recordAttempt(tx, { email, ipAddress }, 'wrong password', now)
      return { kind: 'wrong' }
    }
    await uncountPassword(tx, email)
    if (!(await lockProofChallenge(tx, challenge, sessionId, now))) return 'expired'
    await acceptProof(tx, { userId, sessionId }, given, now)
    return 'proven'
  })
}

async function acceptProof(
  tx: Queries,
  { userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>,
  { proof, ipAddress }: GivenProof,
  now: number,
): Promise<void> {
  await recordProof(tx, sessionId, now)
  const details = { session: sessionId, method: proof.method }
  await writeAudit(tx, { action: 'session.proven', userId, ipAddress, details, at: now })
}
