import { ADMIN_AREA } from '#contract/limits.ts'
import type { Result } from '#src/lib/result.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import type { AdminApi } from '#src/app/services.ts'

/** Dashboard statistics; `failedLogins` covers the last 24 hours. */
export interface Stats {
  readonly users: number
  readonly activeSessions: number
  readonly pendingInvitations: number
  readonly failedLogins: number
}

/** Runs four calls in parallel. If one fails, all fail: partial statistics would look complete. */
export const loadStats =
  (api: Pick<AdminApi, 'users' | 'sessions' | 'invitations' | 'attempts'>) =>
  async (_: null, signal: AbortSignal): Promise<Result<Stats>> => {
    const [users, sessions, invitations, attempts] = await Promise.all([
      api.users({ page: 1, page_size: 1 }, signal),
      api.sessions({ is_active: true }, signal),
      api.invitations({}, signal),
      api.attempts({ success: false, hours_back: ADMIN_AREA.hoursBackDefault }, signal),
    ])
    if (!users.ok) return users
    if (!sessions.ok) return sessions
    if (!invitations.ok) return invitations
    if (!attempts.ok) return attempts
    return {
      ok: true,
      value: {
        users: users.value.total,
        // Without a total the list is complete.
        activeSessions: sessions.value.total ?? sessions.value.sessions.length,
        pendingInvitations: invitations.value.counts.pending,
        failedLogins: attempts.value.total ?? attempts.value.attempts.length,
      },
    }
  }

/** Red above 10, yellow above 0, green at 0. */
export function failureTone(failedLogins: number): Tone {
  if (failedLogins > ADMIN_AREA.failedLoginsRed) return 'danger'
  return failedLogins > 0 ? 'warning' : 'success'
}
