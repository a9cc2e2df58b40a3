import type { ApiScope } from '#contract/api-tokens.ts'
import { INVITATION } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'

/**
 * Requests per minute of one verified user and, without a valid token or cookie, of one address. `none`: limited by the
 * handler, if at all.
 */
export const RATES = {
  none: undefined,
  standard: 6_000,
  /** Of each API token, apart from the budget of its user's sessions. */
  token: 600,
  /** Well above normal use; the identity service throttles guessing per account. */
  'sign-in': 600,
  refresh: 1_200,
  /** Codes cannot be guessed; this limits the load of attempts. */
  invitation: INVITATION.checksPerMinute,
  /** Public, and each report is a log line. */
  report: 60,
} as const
export type RateClass = keyof typeof RATES

/** Who may call a route, how often, and whether cross-site requests are refused. */
export interface RoutePolicy {
  readonly access: 'public' | Role
  readonly rate?: RateClass
  /** The scope with which an API token may call the route; without one, no API token may. */
  readonly scope?: ApiScope
  /** Refuses cross-site requests, because the route reads or sets a cookie. */
  readonly sameOriginOnly?: true
  /** Refuses users who have not proven who they are for ten minutes: a taken session alone must not be able to do this. */
  readonly recentProof?: true
  /** A public route that counts a request with a valid refresh cookie against its user's budget, not its address's. */
  readonly identifiedByCookie?: true
  /** Time-out of the body if the default is too short, milliseconds, and its largest size if that is above 1 MiB. */
  readonly bodyMs?: number
  readonly bodyBytes?: number
}

/**
 * Policies by method and path as registered. The server does not start if a route has no entry. Sockets have a table of
 * their own: they authenticate after the upgrade, so that a refusal reaches the client as a close code.
 */
export type PolicyTable = Readonly<Record<string, RoutePolicy>>
