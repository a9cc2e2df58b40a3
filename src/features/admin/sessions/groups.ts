import type { AdminSession, AdminSessions } from '#contract/admin.ts'
import type { Answer } from '#src/streams/index.ts'
import type { AdminApi } from '../api.ts'
import { isLive } from './status.ts'

export interface GroupFilter {
  /** Part of an e-mail or IP address, whatever its case. */
  readonly search?: string | undefined
  readonly status?: 'active' | 'revoked' | undefined
}

/** The sessions of one user, the ones used last first. */
export interface SessionGroup {
  readonly userId: string
  readonly email: string
  /** Those that fit the filter. */
  readonly sessions: readonly AdminSession[]
  /** All that were listed, and how many of these are neither revoked nor expired. */
  readonly total: number
  readonly active: number
}

/**
 * Everything that fits the search, so that the counts of a user are whole. Where that is more than a list holds, the server
 * narrows it by the status too.
 */
export const loadSessions =
  (api: Pick<AdminApi, 'sessions'>) =>
  async ({ search, status }: GroupFilter, signal: AbortSignal): Promise<Answer<AdminSessions>> => {
    const all = await api.sessions({ search }, signal)
    const isComplete = !all.ok || (all.value.total ?? 0) <= all.value.sessions.length
    return isComplete || status === undefined ? all : api.sessions({ search, isActive: status === 'active' }, signal)
  }

function matchesFilter(session: AdminSession, { search, status }: GroupFilter, now: number): boolean {
  if (status === 'active' && !isLive(session, now)) return false
  if (status === 'revoked' && !session.is_revoked) return false
  const term = search?.trim().toLowerCase() ?? ''
  return [session.user_email, session.ip_address ?? ''].some((text) => text.toLowerCase().includes(term))
}

/** Users with what fits the filter of their sessions, in the order of the list; `now` is unix ms. */
export function groupSessions(sessions: readonly AdminSession[], filter: GroupFilter, now: number): SessionGroup[] {
  const byUser = new Map<string, AdminSession[]>()
  for (const session of sessions) {
    const group = byUser.get(session.user_id)
    if (group) group.push(session)
    else byUser.set(session.user_id, [session])
  }
  return [...byUser].flatMap(([userId, all]) => {
    const matching = all.filter((session) => matchesFilter(session, filter, now))
    const [first] = matching
    if (first === undefined) return []
    const active = all.filter((session) => isLive(session, now)).length
    return [{ userId, email: first.user_email, sessions: matching, total: all.length, active }]
  })
}

/** More than one session, and at least one that still lets somebody in. */
export const canForceLogout = ({ total, active }: Pick<SessionGroup, 'total' | 'active'>): boolean =>
  total > 1 && active > 0
