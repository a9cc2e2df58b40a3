import * as ACCOUNT from '#contract/endpoints/account.ts'
import type { RecoveryCodes } from '#contract/factors.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'
import { failure, type Result } from '#src/lib/result.ts'
import { createDataCalls } from './data-calls.ts'

/** The user's own second factors. Failures are values. */
export function createFactorsApi(call: Call) {
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
