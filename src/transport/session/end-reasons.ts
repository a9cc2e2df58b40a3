import { SESSION_END_REASONS } from '#contract/auth.ts'
import type { EndReason } from '#src/machines/session/ports.ts'

/** Reason of the identity service for the end of a session; `signed_out` maps to `expired`. */
export function endReasonOf(word: string | undefined): EndReason | undefined {
  const reason = SESSION_END_REASONS.find((known) => known === word)
  return reason === 'signed_out' ? 'expired' : reason
}
