import * as ACCOUNT from '#contract/endpoints/account.ts'
import type { CodeProof } from '#contract/factors.ts'
import type { IdentityProof, ProofChallenge, ProofMethod } from '#contract/proof.ts'
import { failure, mapResult, type Result } from '#src/lib/result.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'
import { createDataCalls } from './data-calls.ts'

/** What the user gives to prove who they are. A passkey is asked for by the call. */
type GivenProof =
  | { readonly method: 'password'; readonly password: string }
  | CodeProof
  | { readonly method: 'passkey' }

/** Proving within a session who its user is. Failures are values. */
export function createProofApi(call: Call) {
  const { fetchData } = createDataCalls(call, messageOf)
  const begin = (signal: AbortSignal) => fetchData({ ...requestOf(ACCOUNT.proofChallenge), signal })

  async function proofOf(
    given: GivenProof,
    { passkey }: ProofChallenge,
    signal: AbortSignal,
  ): Promise<IdentityProof | undefined> {
    if (given.method !== 'passkey') return given
    const { signRequest } = await import('../browser/passkeys.ts')
    return passkey && signRequest(passkey, signal)
  }

  return {
    /** The ways in which the user can prove it. */
    methods: async (signal: AbortSignal): Promise<Result<readonly ProofMethod[]>> =>
      mapResult(
        await begin(signal),
        ({ methods }) => methods,
        (error) => error,
      ),
    /** Proves it, with a challenge of its own, so that it does not matter how long the user takes. */
    prove: async (given: GivenProof, signal: AbortSignal): Promise<Result<unknown>> => {
      const begun = await begin(signal)
      if (!begun.ok) return begun
      const proof = await proofOf(given, begun.value, signal)
      if (proof === undefined) return failure('No passkey was used. Try again, or use another way.')
      const body = { challenge: begun.value.challenge, proof }
      return fetchData(requestOf(ACCOUNT.prove, { body }))
    },
  }
}
