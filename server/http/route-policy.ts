import type { HTTPMethods } from 'fastify'
import * as z from 'zod/mini'
import type { RateClass, RoutePolicy } from '#contract/endpoints/endpoint.ts'
import { INVITATION } from '#contract/limits.ts'
import type { ApiScope } from '#contract/api-tokens.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { Role } from '#contract/roles.ts'
import { AREAS, DECLARED, routesOf } from './areas.ts'

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
} as const satisfies Record<RateClass, number | undefined>
/**
 * Policies by method and path as registered. The server does not start if a route has no entry. Sockets have a table of
 * their own: they authenticate after the upgrade, so that a refusal reaches the client as a close code.
 */
export type PolicyTable = Readonly<Record<string, RoutePolicy>>

const methodSchema = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Method and path of a key of the table. */
export const routeOf = (key: string): { readonly method: HTTPMethods; readonly url: string } => {
  const [method, url = ''] = key.split(' ')
  return { method: methodSchema.parse(method), url }
}

export const POLICY: PolicyTable = DECLARED

/** Policies of the sockets, by path: every role, and API tokens with the scope. */
export const SOCKET_POLICY: Readonly<Record<string, { readonly access: Role; readonly scope: ApiScope }>> = {
  [SOCKET_PATHS.tdp]: { access: 'Viewer', scope: 'streams:read' },
  [SOCKET_PATHS.analytics]: { access: 'Viewer', scope: 'streams:read' },
}

/** The table with every model action open to all signed-in users. */
export const withOpenModels = (table: PolicyTable): PolicyTable => ({
  ...table,
  ...Object.fromEntries(
    Object.entries(routesOf(AREAS.models)).map(([route, policy]) => [route, { ...policy, access: 'Viewer' }]),
  ),
})
