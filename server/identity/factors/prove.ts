import type { FactorProof } from '#contract/factors.ts'
import type { Queries } from '#server/database/database.ts'
import type { SealedTexts } from '../sealed-texts.ts'
import { admitGuess, uncountGuess } from './guesses.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import { acceptTotpCode } from './totp-factor.ts'

/** `wait`: too many wrong ones; the proof was not looked at. */
export type ProofResult =
  | { readonly kind: 'proven' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly waitMs: number }

export interface ProofDeps {
  readonly sealed: SealedTexts
}

/** Checks a proof of the user's second factor, and uses it up. The guess counts once the transaction commits. */
export async function checkProof(
  tx: Queries,
  deps: ProofDeps,
  { userId, proof, now }: { readonly userId: string; readonly proof: FactorProof; readonly now: number },
): Promise<ProofResult> {
  const guesser = { userId, method: proof.method }
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
