import {
  factorsSchema,
  passkeySchema,
  passkeySetupSchema,
  recoveryCodesSchema,
  totpSetupSchema,
  type RecoveryCodes,
} from '#contract/factors.ts'
import { IDENTITY } from '#contract/paths.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { fillPath } from '../http/path.ts'
import { failure, type Result } from '#src/lib/result.ts'
import { createDataCalls } from './data-calls.ts'

/** The user's own second factors. Failures are values. */
export function createFactorsApi(call: Call) {
  const { fetchData, mutate } = createDataCalls(call, messageOf)
  const post = { method: 'POST' } as const
  /** Has the browser make a passkey and adds it to the account; resolves to new recovery codes, if any were made. */
  const addPasskey = async (name: string): Promise<Result<RecoveryCodes>> => {
    const setup = await fetchData({ ...post, path: IDENTITY.passkeySetup, schema: passkeySetupSchema })
    if (!setup.ok) return setup
    const { makePasskey } = await import('../browser/passkeys.ts')
    const credential = await makePasskey(setup.value)
    if (credential === undefined) return failure('No passkey was made')
    if (credential === 'known') return failure('This device has a passkey of yours already')
    return fetchData({ ...post, path: IDENTITY.passkeys, body: { name, credential }, schema: recoveryCodesSchema })
  }
  return {
    addPasskey,
    renamePasskey: (id: string, name: string) =>
      fetchData({ method: 'PATCH', path: fillPath(IDENTITY.passkey, id), body: { name }, schema: passkeySchema }),
    removePasskey: (id: string) => mutate({ method: 'DELETE', path: fillPath(IDENTITY.passkey, id) }),
    list: (_: null, signal?: AbortSignal) => fetchData({ path: IDENTITY.factors, schema: factorsSchema, signal }),
    setUpTotp: () => fetchData({ ...post, path: IDENTITY.totp, schema: totpSetupSchema }),
    confirmTotp: (code: string) =>
      fetchData({ ...post, path: IDENTITY.confirmTotp, body: { code }, schema: recoveryCodesSchema }),
    removeTotp: () => mutate({ method: 'DELETE', path: IDENTITY.totp }),
    renewRecoveryCodes: () => fetchData({ ...post, path: IDENTITY.recoveryCodes, schema: recoveryCodesSchema }),
  }
}
