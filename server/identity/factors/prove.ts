import type { FactorProof } from '#contract/factors.ts'
import type { Queries } from '#server/database/database.ts'
import type { SealedTexts } from '../sealed-texts.ts'
import { acceptPasskey, type Ceremony } from './accept-passkey.ts'
import { admitGuess, uncountGuess } from './guesses.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import { acceptTotpCode } from './totp-factor.ts'

/** `cloned`: by a passkey of which a copy exists. `wait`: too many wrong ones; the proof was not looked at. */
export type ProofRefusal = { readonly kind: 'wrong' | 'cloned' } | { readonly kind: 'wait'; readonly waitMs: number }
export type ProofResult = { readonly kind: 'proven' } | ProofRefusal

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
