import { ownSignInsSchema } from '#contract/account.ts'
import { apiTokensSchema, createdApiTokenSchema, type CreateApiToken } from '#contract/api-tokens.ts'
import { ownSessionsSchema, sessionsRevokedSchema, type PasswordChange } from '#contract/admin.ts'
import { IDENTITY } from '#contract/paths.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { fillPath } from '../http/path.ts'
import { createDataCalls } from './data-calls.ts'
import { createFactorsApi } from './factors.ts'
import { createProofApi } from './proof.ts'

/** Account API of the identity service. Failures are values. */
export function createAccountApi(call: Call) {
  const { fetchData, mutate } = createDataCalls(call, messageOf)
  return {
    factors: createFactorsApi(call),
    proof: createProofApi(call),
    rename: (username: string) => mutate({ method: 'PATCH', path: IDENTITY.me, body: { username } }),
    sessions: (_: null, signal?: AbortSignal) =>
      fetchData({ path: IDENTITY.ownSessions, schema: ownSessionsSchema, signal }),
    endSession: (id: string) => mutate({ method: 'DELETE', path: fillPath(IDENTITY.ownSession, id) }),
    endOtherSessions: () => fetchData({ method: 'DELETE', path: IDENTITY.ownSessions, schema: sessionsRevokedSchema }),
    signIns: (_: null, signal?: AbortSignal) =>
      fetchData({ path: IDENTITY.ownSignIns, schema: ownSignInsSchema, signal }),
    tokens: (_: null, signal?: AbortSignal) => fetchData({ path: IDENTITY.apiTokens, schema: apiTokensSchema, signal }),
    createToken: (body: CreateApiToken) =>
      fetchData({ method: 'POST', path: IDENTITY.apiTokens, body, schema: createdApiTokenSchema }),
    revokeToken: (id: string) => mutate({ method: 'DELETE', path: fillPath(IDENTITY.apiToken, id) }),
    changePassword: (change: PasswordChange) =>
      fetchData({ method: 'POST', path: IDENTITY.password, body: change, schema: sessionsRevokedSchema }),
  }
}

export type AccountApi = ReturnType<typeof createAccountApi>
