import type { Severity } from '#contract/admin.ts'
import type { InvitationStatus } from '#contract/invitations.ts'
import type { Role } from '#contract/roles.ts'
import { SORT_COLUMNS, type ListName, type SortColumn } from '#contract/sorting.ts'
import { tableSearch, type TableSearch } from '#src/ui/table/search.ts'

// Search parameters of the admin screens. Invalid values become undefined explicitly: the router keeps omitted ones.
// Part of the initial bundle, so it imports no schemas.

type RawSearch = Record<string, unknown>
type ListSearch<List extends ListName> = TableSearch<SortColumn<List>>

const MAX_LENGTH = 320

/** The router parses 7 and true in an address as number and boolean. */
const parseText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, MAX_LENGTH)
    : undefined
const oneOf = <const Value>(value: unknown, ...values: readonly Value[]): Value | undefined =>
  values.find((known) => known === value)

export interface UsersSearch extends ListSearch<'users'> {
  readonly search?: string | undefined
  readonly role?: Role | undefined
  readonly status?: 'active' | 'inactive' | undefined
  readonly factor?: 'set' | 'missing' | undefined
  /** Id of the user whose details are open. */
  readonly user?: string | undefined
}
export const usersSearch = (raw: RawSearch): UsersSearch => ({
  search: parseText(raw['search']),
  role: oneOf(raw['role'], 'Admin', 'Trader', 'Viewer'),
  status: oneOf(raw['status'], 'active', 'inactive'),
  factor: oneOf(raw['factor'], 'set', 'missing'),
  ...tableSearch(raw, SORT_COLUMNS.users),
  user: parseText(raw['user']),
})

export interface InvitationsSearch extends ListSearch<'invitations'> {
  readonly search?: string | undefined
  readonly status?: InvitationStatus | undefined
  /** The create dialog is open. */
  readonly create?: true | undefined
}
export const invitationsSearch = (raw: RawSearch): InvitationsSearch => ({
  search: parseText(raw['search']),
  status: oneOf(raw['status'], 'pending', 'used', 'expired', 'revoked'),
  ...tableSearch(raw, SORT_COLUMNS.invitations),
  create: oneOf(raw['create'], true),
})

export interface SessionsSearch extends ListSearch<'sessions'> {
  readonly search?: string | undefined
  readonly status?: 'active' | 'revoked' | undefined
  /** One table of all sessions instead of a card for each user. */
  readonly view?: 'table' | undefined
}
export const sessionsSearch = (raw: RawSearch): SessionsSearch => ({
  search: parseText(raw['search']),
  status: oneOf(raw['status'], 'active', 'revoked'),
  view: oneOf(raw['view'], 'table'),
  ...tableSearch(raw, SORT_COLUMNS.sessions),
})

export interface SecuritySearch extends ListSearch<'attempts' | 'audit' | 'alerts'> {
  readonly tab?: 'attempts' | 'audit' | 'alerts' | undefined
  readonly hours?: 1 | 6 | 24 | 72 | 168 | undefined
  readonly ip?: string | undefined
  readonly email?: string | undefined
  readonly outcome?: 'success' | 'failed' | undefined
  readonly user?: string | undefined
  readonly action?: string | undefined
  readonly severity?: Severity | undefined
  readonly state?: 'open' | 'resolved' | undefined
  /** Id of the alert whose rows are shown; overrides the other filters. */
  readonly alert?: string | undefined
}
const TABS = ['attempts', 'audit', 'alerts'] as const
export const securitySearch = (raw: RawSearch): SecuritySearch => ({
  tab: oneOf(raw['tab'], ...TABS),
  hours: oneOf(raw['hours'], 1, 6, 24, 72, 168),
  ip: parseText(raw['ip']),
  email: parseText(raw['email']),
  outcome: oneOf(raw['outcome'], 'success', 'failed'),
  user: parseText(raw['user']),
  action: parseText(raw['action']),
  severity: oneOf(raw['severity'], 'low', 'medium', 'high', 'critical'),
  state: oneOf(raw['state'], 'open', 'resolved'),
  alert: parseText(raw['alert']),
  ...tableSearch<SortColumn<'attempts' | 'audit' | 'alerts'>>(
    raw,
    SORT_COLUMNS[oneOf(raw['tab'], ...TABS) ?? 'attempts'],
  ),
})
