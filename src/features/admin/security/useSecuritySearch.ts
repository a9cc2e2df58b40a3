import { getRouteApi } from '@tanstack/react-router'
import { ADMIN_AREA } from '#contract/limits.ts'
import { SORT_COLUMNS, sortsOf, type ListName, type Sort, type SortColumn } from '#contract/sorting.ts'
import type { SecuritySearch } from '../search-params.ts'

const route = getRouteApi('/guarded/admin/security')

/** Texts that are typed; changing them adds no history entry. */
const TYPED = ['ip', 'email', 'user', 'action', 'search'] as const

/** Search parameters of the security screen and their setters. */
export function useSecuritySearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: SecuritySearch) =>
    void navigate({
      search: (previous) => ({ ...previous, ...changes }),
      replace: TYPED.some((name) => name in changes),
      resetScroll: false,
    })
  /** Changes a filter and returns to the first page. */
  const filter = (changes: SecuritySearch) => change({ ...changes, page: undefined })
  return { search, hours: search.hours ?? ADMIN_AREA.hoursBackDefault, change, filter }
}

/** The order of the address, if it is one of this list's. */
export const sortFor = <List extends ListName>(
  list: List,
  sort: Sort | undefined,
): Sort<SortColumn<List>> | undefined => sortsOf<SortColumn<List>>(SORT_COLUMNS[list]).find((known) => known === sort)
