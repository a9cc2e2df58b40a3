import { AREAS, routesOf } from '../../areas.ts'
import { ADMIN_OPERATIONS } from './admin.ts'
import { IDENTITY_OPERATIONS } from './identity.ts'
import { MARKET_DATA_OPERATIONS } from './market-data.ts'
import type { Operation, Operations } from './operation.ts'

interface Section {
  readonly name: string
  readonly about: string
  readonly operations: Operations
}

/** The section of an area whose endpoints are declared. */
const declared = (area: (typeof AREAS)[keyof typeof AREAS]): Section => ({
  name: area.name,
  about: area.about,
  operations: Object.fromEntries(
    Object.entries(routesOf(area)).map(([route, endpoint]) => [route, { ...endpoint, body: endpoint.example }]),
  ),
})

/** The sections of the API reference, in order. */
export const SECTIONS: readonly Section[] = [
  { name: 'Account', about: 'Signing in and out, your sessions and your password.', operations: IDENTITY_OPERATIONS },
  { name: 'Market data', about: 'Candles, indicators, analysis and signals.', operations: MARKET_DATA_OPERATIONS },
  declared(AREAS.strategies),
  declared(AREAS.backtests),
  declared(AREAS.models),
  declared(AREAS['stream-proxy']),
  { name: 'Administration', about: 'Users, invitations, sessions and security.', operations: ADMIN_OPERATIONS },
  declared(AREAS.service),
]

/** What is said of a route, and in which section; undefined for a route that the reference lacks. */
export function operationOf(route: string): (Operation & { readonly section: string }) | undefined {
  for (const { name, operations } of SECTIONS) {
    const operation = operations[route]
    if (operation) return { ...operation, section: name }
  }
  return undefined
}
