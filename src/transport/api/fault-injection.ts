import { successOf } from '#contract/auth.ts'
import {
  currentFaultInjectionSchema,
  faultInjectionResponseSchema,
  type FaultInjection,
  type FaultInput,
} from '#contract/fault-injection.ts'
import { ADMIN } from '#contract/paths.ts'
import type { HttpFailure } from '../http/failures.ts'
import type { Call } from '../http/http.ts'

type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

const started = successOf(faultInjectionResponseSchema)
const stopped = successOf(currentFaultInjectionSchema)

const failed = (failure: HttpFailure) =>
  ({ ok: false, error: ('serverMessage' in failure ? failure.serverMessage : undefined) ?? failure.text }) as const

/** Fault injection of this session on the server. Administrators only. */
export const createFaultInjectionApi = (call: Call) => ({
  async start(body: FaultInput, signal: AbortSignal): Promise<Result<FaultInjection>> {
    const result = await call({ method: 'POST', path: ADMIN.faultInjection, body, schema: started, signal })
    return result.ok ? { ok: true, value: result.value.data.injection } : failed(result.failure)
  },
  async stop(signal: AbortSignal): Promise<Result<FaultInjection | null>> {
    const result = await call({ method: 'DELETE', path: ADMIN.faultInjection, schema: stopped, signal })
    return result.ok ? { ok: true, value: result.value.data.injection } : failed(result.failure)
  },
})
