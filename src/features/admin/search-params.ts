import type { InvitationStatus } from '#contract/invitations.ts'
import type { Role } from '#contract/roles.ts'

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

export interface UsersSearch {
  readonly search?: string | undefined
  readonly role?: Role | undefined
  readonly status?: 'active' | 'inactive' | undefined
  /** From 1. */
  readonly page?: number | undefined
  /** Id of the user whose details are open. */
  readonly user?: string | undefined
}
export const usersSearch = (raw: RawSearch): UsersSearch => ({
  search: parseText(raw['search']),
  role: oneOf(raw['role'], 'Admin', 'Trader', 'Viewer'),
  status: oneOf(raw['status'], 'active', 'inactive'),
  page: Number.isInteger(raw['page']) && Number(raw['page']) > 0 ? Number(raw['page']) : undefined,
  user: parseText(raw['user']),
})

export interface InvitationsSearch {
  readonly status?: InvitationStatus | undefined
  /** The create dialog is open. */
  readonly create?: true | undefined
}
export const invitationsSearch = (raw: RawSearch): InvitationsSearch => ({
  status: oneOf(raw['status'], 'pending', 'used', 'expired', 'revoked'),
  create: oneOf(raw['create'], true),
})

export interface SessionsSearch {
  readonly search?: string | undefined
  readonly status?: 'active' | 'revoked' | undefined
}
export const sessionsSearch = (raw: RawSearch): SessionsSearch => ({
  search: parseText(raw['search']),
  status: oneOf(raw['status'], 'active', 'revoked'),
})

export interface SecuritySearch {
  readonly tab?: 'attempts' | 'audit' | 'alerts' | undefined
  readonly hours?: 1 | 6 | 24 | 72 | 168 | undefined
  readonly ip?: string | undefined
  readonly email?: string | undefined
  readonly outcome?: 'success' | 'failed' | undefined
  readonly user?: string | undefined
  readonly action?: string | undefined
  /** Id of the alert whose rows are shown; overrides the other filters. */
  readonly alert?: string | undefined
}
export const securitySearch = (raw: RawSearch): SecuritySearch => ({
  tab: oneOf(raw['tab'], 'attempts', 'audit', 'alerts'),
  hours: oneOf(raw['hours'], 1, 6, 24, 72, 168),
  ip: parseText(raw['ip']),
  email: parseText(raw['email']),
  outcome: oneOf(raw['outcome'], 'success', 'failed'),
  user: parseText(raw['user']),
  action: parseText(raw['action']),
  alert: parseText(raw['alert']),
})
