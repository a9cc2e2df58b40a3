import * as z from 'zod/mini'
import { ownSessionsSchema, sessionsRevokedSchema, type PasswordChange } from '#contract/admin.ts'
import { successOf } from '#contract/auth.ts'
import { IDENTITY } from '#contract/paths.ts'
import type { HttpFailure } from '#src/transport/http/failures.ts'
import type { Call, HttpRequest } from '#src/transport/http/http.ts'
import type { Result } from '#src/lib/result.ts'

const errorMessage = ({ serverMessage, text }: HttpFailure) => serverMessage ?? text
const successSchema = z.object({ success: z.literal(true) })

/** Account API of the identity service. */
export function accountApi(call: Call) {
  async function fetchData<T>(request: HttpRequest<T>): Promise<Result<T>> {
    const result = await call({ ...request, schema: successOf(request.schema) })
    return result.ok ? { ok: true, value: result.value.data } : { ok: false, error: errorMessage(result.error) }
  }
  return {
    sessions: (_: null, signal?: AbortSignal) =>
      fetchData({ path: IDENTITY.ownSessions, schema: ownSessionsSchema, signal }),
    async endSession(id: string): Promise<Result<undefined>> {
      const path = IDENTITY.ownSession.replace(':id', () => encodeURIComponent(id))
      const result = await call({ method: 'DELETE', path, schema: successSchema })
      return result.ok ? { ok: true, value: undefined } : { ok: false, error: errorMessage(result.error) }
    },
    changePassword: (change: PasswordChange) =>
      fetchData({ method: 'POST', path: IDENTITY.password, body: change, schema: sessionsRevokedSchema }),
  }
}

export type AccountApi = ReturnType<typeof accountApi>
