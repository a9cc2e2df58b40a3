import type { FactorMethod, Factors, SignInChallenge, FactorProof } from '#contract/factors.ts'
import { FACTORS } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { passkeyRequest, type Ceremony, acceptPasskey } from './accept-passkey.ts'
import { passkeysOf, toPasskey } from './passkeys.ts'
import { countRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts'
import { totpSince, acceptTotpCode } from './totp-factor.ts'
import type { SealedTexts } from '../sealed-texts.ts'
import { admitGuess, uncountGuess } from './guesses.ts'

/** `cloned`: by a passkey of which a copy exists. `wait`: too many wrong ones; the proof was not looked at. */
export type ProofRefusal = { readonly kind: 'wrong' | 'cloned' } | { readonly kind: 'wait'; readonly waitMs: number }
type ProofResult = { readonly kind: 'proven' } | ProofRefusal

export interface ProofDeps {
  readonly sealed: SealedTexts
}

interface Proof {
  readonly userId: string
  readonly proof: FactorProof
  readonly now: number
  /** Whether it is given within a session: then it is counted apart from those of signing in. */
  readonly isSignedIn?: true
  /** What a passkey has to have signed. */
  readonly ceremony: Ceremony
}

/** Checks a proof of the user's second factor, and uses it up. A guessed code counts once the transaction commits. */
export async function checkProof(tx: Queries, deps: ProofDeps, given: Proof): Promise<ProofResult> {
  const { userId, proof, now, isSignedIn } = given
  if (proof.method === 'passkey') {
    const result = await acceptPasskey(tx, { ...given, proof })
    return result === 'accepted' ? { kind: 'proven' } : { kind: result }
  }
  const guesser = { userId, method: isSignedIn ? (`session_${proof.method}` as const) : proof.method }
  const waitMs = await admitGuess(tx, guesser, now)
  if (waitMs !== undefined) return { kind: 'wait', waitMs }
  const isRight =
    proof.method === 'totp'
      ? await acceptTotpCode(tx, deps.sealed, { userId, code: proof.code, now })
      : await redeemRecoveryCode(tx, userId, proof.code)
  if (!isRight) return { kind: 'wrong' }
  await uncountGuess(tx, guesser, now)
  return { kind: 'proven' }
}

/** Whether signing in takes a second step. Recovery codes alone are no factor. */
export async function hasFactor(db: Queries, userId: string): Promise<boolean> {
  return (await totpSince(db, userId)) !== undefined || (await passkeysOf(db, userId)).length > 0
}

/** The ways to answer a challenge that the user has at this address, the strongest first. */
export async function factorWays(
  db: Queries,
  userId: string,
  { challenge, relyingParty }: Ceremony,
): Promise<Pick<SignInChallenge['second_factor'], 'methods' | 'passkey'>> {
  const rows = relyingParty ? await passkeysOf(db, userId) : []
  const passkey = relyingParty && rows.length > 0 ? await passkeyRequest(rows, { challenge, relyingParty }) : undefined
  const has: Readonly<Record<FactorMethod, boolean>> = {
    passkey: passkey !== undefined,
    totp: (await totpSince(db, userId)) !== undefined,
    recovery_code: (await countRecoveryCodes(db, userId)) > 0,
  }
  return { methods: ORDER.filter((method) => has[method]), ...(passkey && { passkey }) }
}

/** The response to the right password: the challenge, and the ways to answer it. */
export async function challengeResponse(db: Queries, userId: string, ceremony: Ceremony): Promise<SignInChallenge> {
  const ways = await factorWays(db, userId, ceremony)
  const expiresInS = FACTORS.challengeLifeMs / 1000
  return { second_factor: { challenge: ceremony.challenge, expires_in: expiresInS, ...ways } }
}

/** The strongest first. */
const ORDER: readonly FactorMethod[] = ['passkey', 'totp', 'recovery_code']

/** The user's factors as listed for them. */
export async function listFactors(
  db: Queries,
  userId: string,
): Promise<Pick<Factors, 'totp_since' | 'passkeys' | 'recovery_codes_left'>> {
  const since = await totpSince(db, userId)
  return {
    totp_since: since?.toISOString() ?? null,
    passkeys: (await passkeysOf(db, userId)).map(toPasskey),
    recovery_codes_left: await countRecoveryCodes(db, userId),
  }
}
