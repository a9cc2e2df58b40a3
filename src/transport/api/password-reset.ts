import { emptyResponseSchema } from '#contract/admin.ts'
import { forgottenPasswordResponseSchema, type PasswordReset } from '#contract/password-reset.ts'
import { IDENTITY } from '#contract/paths.ts'
import { createDataCalls } from './data-calls.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'

/** What those who forgot their password call, without a session. Failures are values. */
export function createPasswordReset(call: Call) {
  const { fetchData } = createDataCalls(call, messageOf)
  return {
    request: (email: string) =>
      fetchData({
        method: 'POST',
        path: IDENTITY.forgottenPassword,
        body: { email },
        schema: forgottenPasswordResponseSchema,
      }),
    reset: (body: PasswordReset) =>
      fetchData({ method: 'POST', path: IDENTITY.passwordReset, body, schema: emptyResponseSchema }),
  }
}

export type PasswordResetApi = ReturnType<typeof createPasswordReset>
