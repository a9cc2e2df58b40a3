import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import { mapResult } from '#src/lib/result.ts'
import type { FaultInjectionPorts } from '#src/machines/fault-injection/machine.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'

/** Fault injection of this session on the server. Administrators only. */
export const createFaultInjectionApi = (call: Call): FaultInjectionPorts['api'] => ({
  async start(body, signal) {
    const result = await call({ ...requestOf(ADMINISTRATION.injectFault, { body }), signal })
    return mapResult(result, ({ data }) => data.injection, messageOf)
  },
  async stop(signal) {
    const result = await call({ ...requestOf(ADMINISTRATION.endFault), signal })
    return mapResult(result, ({ data }) => data.injection, messageOf)
  },
})
