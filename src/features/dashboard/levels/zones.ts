import type { PriceZone } from '#src/ui/charts/zones.ts'
import type { LevelsView, LevelView } from './view.ts'

const zoneOf =
  (kind: PriceZone['kind']) =>
  ({ id, from, to, price, strength }: LevelView): PriceZone => ({
    id,
    kind,
    from,
    to,
    price,
    ...(strength === undefined ? {} : { strength }),
  })

/** All levels of a reading as zones of the chart. */
export const zonesOf = ({ support, resistance }: LevelsView): readonly PriceZone[] => [
  ...support.map(zoneOf('support')),
  ...resistance.map(zoneOf('resistance')),
]
