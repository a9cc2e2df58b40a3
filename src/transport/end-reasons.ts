import { SESSION_END_REASONS } from '#contract/auth.ts'

/** The identity service's word for why a session ended. `signed_out` says no more than that it is over. */
export type EndReason = Exclude<(typeof SESSION_END_REASONS)[number], 'signed_out'>

export function endReasonOf(word: string | undefined): EndReason | undefined {
  const reason = SESSION_END_REASONS.find((known) => known === word)
  return reason === 'signed_out' ? 'expired' : reason
}
