import type { REFUSAL_REASONS } from '#contract/auth.ts'
import type { Call } from './http.ts'

/** Wraps `call` so that refusals for this reason are reported besides being returned. */
export function onRefusal(call: Call, reason: (typeof REFUSAL_REASONS)[number], report: () => void): Call {
  return async (request) => {
    const result = await call(request)
    if (!result.ok && result.error.kind === 'http' && result.error.reason === reason) report()
    return result
  }
}
