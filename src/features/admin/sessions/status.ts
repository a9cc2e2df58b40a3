import type { AdminSession } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

export const SESSION_STATUSES = ['Revoked', 'Active', 'Idle', 'Inactive'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

export const STATUS_TONES: Record<SessionStatus, Tone> = {
  Revoked: 'danger',
  Active: 'success',
  Idle: 'warning',
  Inactive: 'neutral',
}
export const STATUS_TITLES: Record<SessionStatus, string> = {
  Revoked: 'Ended before it expired',
  Active: 'Last activity under 5 minutes ago',
  Idle: 'Last activity under 30 minutes ago',
  Inactive: 'Last activity 30 minutes ago or more',
}

type StatusFields = Pick<AdminSession, 'is_revoked' | 'last_activity_at'>

/** Status by the last activity; `now` is unix ms. */
export function statusOf({ is_revoked, last_activity_at }: StatusFields, now: number): SessionStatus {
  if (is_revoked) return 'Revoked'
  const inactiveMs = now - Date.parse(last_activity_at)
  if (inactiveMs < ADMIN_AREA.sessionActiveMs) return 'Active'
  return inactiveMs < ADMIN_AREA.sessionIdleMs ? 'Idle' : 'Inactive'
}

/** Neither revoked nor expired. Counts of active sessions use this, not the status. */
export const isLive = (session: Pick<AdminSession, 'is_revoked' | 'expires_at'>, now: number): boolean =>
  !session.is_revoked && Date.parse(session.expires_at) > now
