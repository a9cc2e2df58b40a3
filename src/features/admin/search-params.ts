import type { Severity } from '#contract/admin.ts'
import type { InvitationStatus } from '#contract/invitations.ts'
import type { Role } from '#contract/roles.ts'
import { SORT_COLUMNS, sortsOf, type ListName, type Sort, type SortColumn } from '#contract/sorting.ts'

// Search parameters of the admin screens. Invalid values become undefined explicitly: the router keeps omitted ones.
// Part of the initial bundle, so it imports no schemas.

type RawSearch = Record<string, unknown>

const MAX_LENGTH = 320

/** The router parses 7 and true in an address as number and boolean. */
const parseText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, MAX_LENGTH)
    : undefined
const oneOf = <const Value>(value: unknown, ...values: readonly Value[]): Value | undefined =>
  values.find((known) => known === value)

/** How a table shows its rows. */
export interface TableSearch<List extends ListName = ListName> {
  readonly sort?: Sort<SortColumn<List>> | undefined
  /** From 1. */
  readonly page?: number | undefined
  /** Ids of the hidden columns, separated by dots. */
  readonly hide?: string | undefined
}
const tableSearch = <List extends ListName>(raw: RawSearch, list: List): TableSearch<List> => ({
  sort: sortsOf<SortColumn<List>>(SORT_COLUMNS[list]).find((known) => known === raw['sort']),
  page: Number.isInteger(raw['page']) && Number(raw['page']) > 0 ? Number(raw['page']) : undefined,
  hide: parseText(raw['hide']),
})

export interface UsersSearch extends TableSearch<'users'> {
  readonly search?: string | undefined
  readonly role?: Role | undefined
  readonly status?: 'active' | 'inactive' | undefined
  /** Id of the user whose details are open. */
  readonly user?: string | undefined
}
export const usersSearch = (raw: RawSearch): UsersSearch => ({
  search: parseText(raw['search']),
  role: oneOf(raw['role'], 'Admin', 'Trader', 'Viewer'),
  status: oneOf(raw['status'], 'active', 'inactive'),
  ...tableSearch(raw, 'users'),
  user: parseText(raw['user']),
})

export interface InvitationsSearch extends TableSearch<'invitations'> {
  readonly search?: string | undefined
  readonly status?: InvitationStatus | undefined
  /** The create dialog is open. */
  readonly create?: true | undefined
}
export const invitationsSearch = (raw: RawSearch): InvitationsSearch => ({
  search: parseText(raw['search']),
  status: oneOf(raw['status'], 'pending', 'used', 'expired', 'revoked'),
  ...tableSearch(raw, 'invitations'),
  create: oneOf(raw['create'], true),
})

export interface SessionsSearch extends TableSearch<'sessions'> {
  readonly search?: string | undefined
  readonly status?: 'active' | 'revoked' | undefined
  /** One table of all sessions instead of a card for each user. */
  readonly view?: 'table' | undefined
}
export const sessionsSearch = (raw: RawSearch): SessionsSearch => ({
  search: parseText(raw['search']),
  status: oneOf(raw['status'], 'active', 'revoked'),
  view: oneOf(raw['view'], 'table'),
  ...tableSearch(raw, 'sessions'),
})

export interface SecuritySearch extends TableSearch<'attempts' | 'audit' | 'alerts'> {
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
  ...tableSearch(raw, oneOf(raw['tab'], ...TABS) ?? 'attempts'),
})
