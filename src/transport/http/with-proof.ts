import { failure } from '#src/lib/result.ts'
import { ABORTED } from './failures.ts'
import type { Call } from './http.ts'

/**
 * Wraps `call` so that what the server does for no old proof of identity is repeated once after a new one. `ask` resolves to
 * whether the user gave it; otherwise the refusal stands.
 */
export function withProof(call: Call, ask: () => Promise<boolean>): Call {
  return async (request) => {
    const result = await call(request)
    const isAsked = !result.ok && result.error.kind === 'http' && result.error.reason === 'proof_required'
    if (!isAsked || !(await ask())) return result
    return request.signal?.aborted ? failure(ABORTED) : call(request)
  }
}
