import type { InvitationStatus } from '#contract/invitations.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

export const STATUS_NAMES: Record<InvitationStatus, string> = {
  pending: 'Pending',
  used: 'Used',
  expired: 'Expired',
  revoked: 'Revoked',
}
export const STATUS_TONES: Record<InvitationStatus, Tone> = {
  pending: 'info',
  used: 'success',
  expired: 'neutral',
  revoked: 'danger',
}

/** The link with which an invited person registers. */
export const registrationUrl = (code: string): string =>
  `${window.location.origin}/register?code=${encodeURIComponent(code)}`
