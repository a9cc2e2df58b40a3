import { AREAS, routesOf } from '../../areas.ts'
import type { Operation, Operations } from './operation.ts'

interface Section {
  readonly name: string
  readonly about: string
  readonly operations: Operations
}

type Area = (typeof AREAS)[keyof typeof AREAS]

/** The section of areas whose endpoints are declared. */
const declared = (...areas: readonly [Area, ...Area[]]): Section => ({
  name: areas[0].name,
  about: areas[0].about,
  operations: Object.fromEntries(
    areas.flatMap((area) =>
      Object.entries(routesOf(area)).map(([route, endpoint]) => [route, { ...endpoint, body: endpoint.example }]),
    ),
  ),
})

/** The sections of the API reference, in order. */
export const SECTIONS: readonly Section[] = [
  declared(AREAS.auth, AREAS.account),
  declared(AREAS.candles, AREAS['candle-imports'], AREAS.indicators, AREAS.analysis, AREAS.signals),
  declared(AREAS.strategies),
  declared(AREAS.backtests),
  declared(AREAS.models),
  declared(AREAS['stream-proxy']),
  declared(AREAS.administration),
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
