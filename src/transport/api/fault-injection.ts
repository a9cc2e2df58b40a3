import { successOf } from '#contract/auth.ts'
import { currentFaultInjectionSchema, faultInjectionResponseSchema } from '#contract/fault-injection.ts'
import { ADMIN } from '#contract/paths.ts'
import { mapResult } from '#src/lib/result.ts'
import type { FaultInjectionPorts } from '#src/machines/fault-injection/machine.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'

const started = successOf(faultInjectionResponseSchema)
const stopped = successOf(currentFaultInjectionSchema)

/** Fault injection of this session on the server. Administrators only. */
export const createFaultInjectionApi = (call: Call): FaultInjectionPorts['api'] => ({
  async start(body, signal) {
    const result = await call({ method: 'POST', path: ADMIN.faultInjection, body, schema: started, signal })
    return mapResult(result, ({ data }) => data.injection, messageOf)
  },
  async stop(signal) {
    const result = await call({ method: 'DELETE', path: ADMIN.faultInjection, schema: stopped, signal })
    return mapResult(result, ({ data }) => data.injection, messageOf)
  },
})
