import type { Invitation, InvitationCounts, InvitationStatus } from '#contract/invitations.ts'
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

export function countByStatus(invitations: readonly Invitation[]): InvitationCounts {
  const counts = { pending: 0, used: 0, expired: 0, revoked: 0 }
  for (const { status } of invitations) counts[status] += 1
  return counts
}

/** Count of a status, or of all statuses. */
export const countOf = (counts: InvitationCounts, status: InvitationStatus | undefined): number =>
  status === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[status]
