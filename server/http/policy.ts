import type { ApiScope } from '#contract/api-tokens.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { Role } from '#contract/roles.ts'
import { AREAS, DECLARED, routesOf } from './areas.ts'
import type { PolicyTable } from './route-policy.ts'

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
