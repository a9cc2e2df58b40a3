import type { Invitation } from '#contract/invitations.ts'
import type { ListFilters } from '#contract/list-queries.ts'

/** The invitations that match a filter, for servers that list all of them. */
export function matching(list: readonly Invitation[], { status, search }: ListFilters['invitations']): Invitation[] {
  const term = search?.toLowerCase() ?? ''
  return list.filter((each) => (status === undefined || each.status === status) && each.email.includes(term))
}
