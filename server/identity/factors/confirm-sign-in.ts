import type { FactorProof } from '#contract/factors.ts'
import type { Queries } from '#server/database/database.ts'
import { RequestError } from '#server/http/errors.ts'
import { tooManyRequests } from '#server/http/guard.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Observe } from '../alerts/events.ts'
import type { IdentityContext } from '../context.ts'
import { openSession, type OpenedSession } from '../open-session.ts'
import type { ClientInfo } from '../sessions.ts'
import { recordAttempt } from '../sign-in.ts'
import { lockAccount } from '../users.ts'
import { dropChallenges, lockChallenge, userOfChallenge } from './challenges.ts'
import { checkProof, type ProofDeps, type ProofRefusal } from './enrolled.ts'
import { type RelyingParty, userOfPasskey } from './passkeys.ts'

export interface ConfirmationDeps extends IdentityContext, ProofDeps {
  readonly observe: Observe
}

export interface Confirmation extends ClientInfo {
  readonly challenge: string
  readonly proof: FactorProof
  /** With a passkey alone. */
  readonly remember_me?: boolean | undefined
  readonly relyingParty: RelyingParty | undefined
}

const FAILURE_REASONS = {
  inactive: 'inactive account',
  wait: 'too many failures',
  wrong: 'wrong second factor',
  cloned: 'cloned passkey',
} as const

const WRONG_CODE = 'The code is not correct, or was used before.'
const REFUSALS = { totp: WRONG_CODE, recovery_code: WRONG_CODE, passkey: 'The passkey was not accepted.' } as const

type Outcome =
  | { readonly kind: 'expired' }
  /** By a passkey that nobody has: there is no account whose attempt it could be. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly email: string; readonly result: ProofRefusal | { readonly kind: 'inactive' } }
  | { readonly kind: 'opened'; readonly attemptId: string; readonly session: OpenedSession }

/**
 * The second step of signing in, or a passkey alone: opens the session. Throws 401 for a wrong or used code; 401 with the reason
 * `challenge_expired` when the challenge is unknown, expired or used, or account or password have changed; 429 while the user's
 * guesses have to wait.
 */
export async function confirmSignIn(deps: ConfirmationDeps, confirmation: Confirmation): Promise<OpenedSession> {
  const at = deps.now()
  const { ipAddress, proof } = confirmation
  const outcome = await deps.database.transaction((tx): Promise<Outcome> => answerChallenge(tx, deps, confirmation, at))
  if (outcome.kind === 'opened') {
    const { attemptId, session } = outcome
    deps.observe({ kind: 'signed-in', attemptId, email: session.email, ipAddress, at })
    return session
  }
  if (outcome.kind === 'expired') {
    throw new RequestError(
      401,
      'This sign-in took too long. Please sign in again.',
      {},
      { reason: 'challenge_expired' },
    )
  }
  if (outcome.kind === 'unknown') throw new RequestError(401, REFUSALS.passkey)
  if (outcome.result.kind === 'wait') throw tooManyRequests(Math.ceil(outcome.result.waitMs / 1000))
  deps.observe({ kind: 'sign-in-failed', email: outcome.email, ipAddress, at })
  throw new RequestError(401, REFUSALS[proof.method])
}

async function answerChallenge(
  tx: Queries,
  deps: ConfirmationDeps,
  { challenge, proof, remember_me = false, relyingParty, ...client }: Confirmation,
  now: number,
): Promise<Outcome> {
  const owner = await ownerOf(tx, challenge, proof)
  const account = owner === undefined ? undefined : await lockAccount(tx, owner)
  const step = await lockChallenge(tx, challenge, now)
  if (!step) return { kind: 'expired' }
  const { isAlone } = step
  if (!account) return { kind: isAlone ? 'unknown' : 'expired' }
  if (!isAlone && !(account.canSignIn && step.isPassword(account.passwordHash))) return { kind: 'expired' }
  const { id: userId, email } = account
  const attempt = { email, ipAddress: client.ipAddress }
  const result = account.canSignIn
    ? await checkProof(tx, deps, { userId, proof, now, ceremony: { challenge, relyingParty, isAlone } })
    : { kind: 'inactive' as const }
  if (result.kind !== 'proven') {
    await recordAttempt(tx, attempt, FAILURE_REASONS[result.kind], now)
    if (result.kind === 'cloned') {
      await writeAudit(tx, { action: 'factor.cloned', userId, ipAddress: client.ipAddress, at: now })
    }
    return { kind: 'refused', email, result }
  }
  await dropChallenges(tx, userId, challenge)
  const attemptId = await recordAttempt(tx, attempt, undefined, now)
  const remembered = isAlone ? remember_me : step.remembered
  const session = await openSession(tx, account, { ...client, remembered, now })
  if (proof.method === 'recovery_code') {
    await writeAudit(tx, { action: 'factor.recovery_code_used', userId, ipAddress: client.ipAddress, at: now })
  }
  return { kind: 'opened', attemptId, session }
}

/** The user whose second step it is, or whose passkey signs in alone. */
async function ownerOf(tx: Queries, challenge: string, proof: FactorProof): Promise<string | undefined> {
  const owner = await userOfChallenge(tx, challenge)
  if (owner !== null) return owner
  return proof.method === 'passkey' ? userOfPasskey(tx, proof.credential.id) : undefined
}
