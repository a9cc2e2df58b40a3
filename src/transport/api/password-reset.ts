import * as ACCOUNT from '#contract/endpoints/account.ts'
import type { PasswordReset } from '#contract/password-reset.ts'
import { createDataCalls } from './data-calls.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'

/** What those who forgot their password call, without a session. Failures are values. */
export function createPasswordReset(call: Call) {
  const { fetchData } = createDataCalls(call, messageOf)
  return {
    request: (email: string) => fetchData(requestOf(ACCOUNT.forgottenPassword, { body: { email } })),
    reset: (body: PasswordReset) => fetchData(requestOf(ACCOUNT.resetPassword, { body })),
  }
}

export type PasswordResetApi = ReturnType<typeof createPasswordReset>
