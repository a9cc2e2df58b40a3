import { factorsSchema, recoveryCodesSchema, totpSetupSchema } from '#contract/factors.ts'
import { IDENTITY } from '#contract/paths.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { createDataCalls } from './data-calls.ts'

/** The user's own second factors. Failures are values. */
export function createFactorsApi(call: Call) {
  const { fetchData, mutate } = createDataCalls(call, messageOf)
  const post = { method: 'POST' } as const
  return {
    list: (_: null, signal?: AbortSignal) => fetchData({ path: IDENTITY.factors, schema: factorsSchema, signal }),
    setUpTotp: () => fetchData({ ...post, path: IDENTITY.totp, schema: totpSetupSchema }),
    confirmTotp: (code: string) =>
      fetchData({ ...post, path: IDENTITY.confirmTotp, body: { code }, schema: recoveryCodesSchema }),
    removeTotp: () => mutate({ method: 'DELETE', path: IDENTITY.totp }),
    renewRecoveryCodes: () => fetchData({ ...post, path: IDENTITY.recoveryCodes, schema: recoveryCodesSchema }),
  }
}
