import type { PasswordChange } from '#contract/admin.ts'
import type { CreateApiToken } from '#contract/api-tokens.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'
import { createDataCalls } from './data-calls.ts'
import { createFactorsApi } from './factors.ts'
import { createProofApi } from './proof.ts'

/** Account API of the identity service. Failures are values. */
export function createAccountApi(call: Call) {
  const { fetchData, mutate } = createDataCalls(call, messageOf)
  return {
    factors: createFactorsApi(call),
    proof: createProofApi(call),
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
