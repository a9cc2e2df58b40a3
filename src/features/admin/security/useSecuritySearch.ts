import { getRouteApi } from '@tanstack/react-router'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { SecuritySearch } from '../search-params.ts'

const route = getRouteApi('/guarded/admin/security')

/** Search parameters of the security screen and a setter. */
export function useSecuritySearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: SecuritySearch) =>
    void navigate({ search: (previous) => ({ ...previous, ...changes }), replace: true, resetScroll: false })
  return { search, hours: search.hours ?? ADMIN_AREA.hoursBackDefault, change }
}
