import { SESSION_END_REASONS } from '#contract/auth.ts'

/** Reason of the identity service for the end of a session. `signed_out` maps to `expired`. */
export type EndReason = Exclude<(typeof SESSION_END_REASONS)[number], 'signed_out'>

export function endReasonOf(word: string | undefined): EndReason | undefined {
  const reason = SESSION_END_REASONS.find((known) => known === word)
  return reason === 'signed_out' ? 'expired' : reason
}
