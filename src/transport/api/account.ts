import type { PasswordChange } from '#contract/admin.ts'
import type { CreateApiToken } from '#contract/api-tokens.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'
import { createDataCalls } from './data-calls.ts'
import type { RecoveryCodes, CodeProof } from '#contract/factors.ts'
import { failure, type Result, mapResult } from '#src/lib/result.ts'
import type { IdentityProof, ProofChallenge, ProofMethod } from '#contract/proof.ts'

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

/** The user's own second factors. Failures are values. */
function createFactorsApi(call: Call) {
  const { fetchData, mutate } = createDataCalls(call, messageOf)
  /** Has the browser make a passkey and adds it to the account; resolves to new recovery codes, if any were made. */
  const addPasskey = async (name: string): Promise<Result<RecoveryCodes>> => {
    const setup = await fetchData(requestOf(ACCOUNT.setUpPasskey))
    if (!setup.ok) return setup
    const { makePasskey } = await import('../browser/passkeys.ts')
    const credential = await makePasskey(setup.value)
    if (credential === undefined) return failure('No passkey was made')
    if (credential === 'known') return failure('This device has a passkey of yours already')
    return fetchData(requestOf(ACCOUNT.addPasskey, { body: { name, credential } }))
  }
  return {
    addPasskey,
    renamePasskey: (id: string, name: string) =>
      fetchData(requestOf(ACCOUNT.renamePasskey, { params: { id }, body: { name } })),
    removePasskey: (id: string) => mutate(requestOf(ACCOUNT.removePasskey, { params: { id } })),
    list: (_: null, signal?: AbortSignal) => fetchData({ ...requestOf(ACCOUNT.factors), signal }),
    setUpTotp: () => fetchData(requestOf(ACCOUNT.setUpTotp)),
    confirmTotp: (code: string) => fetchData(requestOf(ACCOUNT.confirmTotp, { body: { code } })),
    removeTotp: () => mutate(requestOf(ACCOUNT.removeTotp)),
    renewRecoveryCodes: () => fetchData(requestOf(ACCOUNT.renewRecoveryCodes)),
  }
}

/** Account API of the identity service. Failures are values. */
export function createAccountApi(call: Call) {
  const { fetchData, mutate } = createDataCalls(call, messageOf)
  return {
    factors: createFactorsApi(call),
    rename: (username: string) => mutate(requestOf(ACCOUNT.rename, { body: { username } })),
    sessions: (_: null, signal?: AbortSignal) => fetchData({ ...requestOf(ACCOUNT.sessions), signal }),
    endSession: (id: string) => mutate(requestOf(ACCOUNT.endSession, { params: { id } })),
    endOtherSessions: () => fetchData(requestOf(ACCOUNT.endOtherSessions)),
    signIns: (_: null, signal?: AbortSignal) => fetchData({ ...requestOf(ACCOUNT.signIns), signal }),
    tokens: (_: null, signal?: AbortSignal) => fetchData({ ...requestOf(ACCOUNT.apiTokens), signal }),
    createToken: (body: CreateApiToken) => fetchData(requestOf(ACCOUNT.createApiToken, { body })),
    revokeToken: (id: string) => mutate(requestOf(ACCOUNT.revokeApiToken, { params: { id } })),
    changePassword: (body: PasswordChange) => fetchData(requestOf(ACCOUNT.changePassword, { body })),
  }
}

export type AccountApi = ReturnType<typeof createAccountApi>
