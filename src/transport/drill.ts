import { successOf } from '#contract/auth.ts'
import { currentDrillSchema, drillReplySchema, type Drill, type StartDrill } from '#contract/fault-injection.ts'
import { ADMIN } from '#contract/paths.ts'
import type { HttpFailure } from './failures.ts'
import type { Call } from './http.ts'

type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

const started = successOf(drillReplySchema)
const stopped = successOf(currentDrillSchema)

const failed = (failure: HttpFailure) =>
  ({ ok: false, error: ('said' in failure ? failure.said : undefined) ?? failure.text }) as const

/** The server's drill of this session: Admin only. */
export const createDrillApi = (call: Call) => ({
  async start(body: StartDrill, signal: AbortSignal): Promise<Answer<Drill>> {
    const result = await call({ method: 'POST', path: ADMIN.faultInjection, body, schema: started, signal })
    return result.ok ? { ok: true, value: result.value.data.drill } : failed(result.failure)
  },
  async stop(signal: AbortSignal): Promise<Answer<Drill | null>> {
    const result = await call({ method: 'DELETE', path: ADMIN.faultInjection, schema: stopped, signal })
    return result.ok ? { ok: true, value: result.value.data.drill } : failed(result.failure)
  },
})
