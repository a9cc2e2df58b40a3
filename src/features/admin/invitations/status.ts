import type { Invitation, InvitationStatus } from '#contract/invitations.ts'
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

/** How many invitations there are of each status. */
export function countByStatus(invitations: readonly Invitation[]): Record<InvitationStatus, number> {
  const counts: Record<InvitationStatus, number> = { pending: 0, used: 0, expired: 0, revoked: 0 }
  for (const { status } of invitations) counts[status] += 1
  return counts
}
