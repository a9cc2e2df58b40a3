import type { InvitationStatus } from '#contract/invitations.ts'
import type { Role } from '#contract/roles.ts'

// What the addresses of the admin screens say. A part that makes no sense becomes undefined; left out, the router would
// keep it. It is part of the client's start, so it brings no schemas with it.

type RawSearch = Record<string, unknown>

const MAX_LENGTH = 320

/** The router reads 7 and true in an address as what they look like. */
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
  /** Whose details are open. */
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
  /** The dialog that makes one is open. */
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
  /** The alert whose rows are shown, whatever the other filters say. */
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
