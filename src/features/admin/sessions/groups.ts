import type { AdminSession, AdminSessions } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { SessionFilter } from '#contract/list-queries.ts'
import type { Result } from '#src/lib/result.ts'
import type { AdminApi } from '#src/app/services.ts'
import type { SessionsSearch } from '../search-params.ts'
import { isLive } from './status.ts'

export interface GroupFilter {
  /** Part of an e-mail or IP address; case-insensitive. */
  readonly search?: string | undefined
  readonly status?: 'active' | 'revoked' | undefined
}

/** The sessions of one user, most recently used first. */
export interface SessionGroup {
  readonly userId: string
  readonly email: string
  /** Sessions that match the filter. */
  readonly sessions: readonly AdminSession[]
  /** Number of all listed sessions. `active`: those neither revoked nor expired. */
  readonly total: number
  readonly active: number
}

/** The filter of the table of all sessions. */
export const toFilter = ({ search, status }: GroupFilter): SessionFilter => ({
  is_active: status === 'active' ? true : undefined,
  is_revoked: status === 'revoked' ? true : undefined,
  search,
})

/**
 * Loads a page for the table. For the cards, all sessions that match the search, so that the counts are complete; if that is
 * truncated, filters by status too.
 */
export const loadSessions =
  (api: Pick<AdminApi, 'sessions'>) =>
  async (request: Omit<SessionsSearch, 'hide'>, signal: AbortSignal): Promise<Result<AdminSessions>> => {
    const { search, status, view, page = 1, sort } = request
    if (view === 'table')
      return api.sessions({ page, page_size: ADMIN_AREA.rowsPerPage, ...toFilter(request), sort }, signal)
    const all = await api.sessions({ search }, signal)
    const isComplete = !all.ok || (all.value.total ?? 0) <= all.value.sessions.length
    return isComplete || status === undefined ? all : api.sessions({ is_active: status === 'active', search }, signal)
  }

function matchesFilter(session: AdminSession, { search, status }: GroupFilter, now: number): boolean {
  if (status === 'active' && !isLive(session, now)) return false
  if (status === 'revoked' && !session.is_revoked) return false
  const term = search?.trim().toLowerCase() ?? ''
  return [session.user_email, session.ip_address ?? ''].some((text) => text.toLowerCase().includes(term))
}

/** Groups the sessions that match the filter by user, in list order; `now` is unix ms. */
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

/** More than one session, at least one of them active. */
export const canForceLogout = ({ total, active }: Pick<SessionGroup, 'total' | 'active'>): boolean =>
  total > 1 && active > 0
