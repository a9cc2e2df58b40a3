import { distinctUntilChanged, map, throttleTime, type Observable } from 'rxjs'
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

/** All levels as chart zones. */
export const zonesOf = ({ support, resistance }: LevelsView): readonly PriceZone[] => [
  ...support.map(zoneOf('support')),
  ...resistance.map(zoneOf('resistance')),
]

const NONE: readonly PriceZone[] = []
/** New zones redraw the whole chart, which costs far more than the cards. */
const THROTTLE_MS = 250

const isSame = (a: PriceZone, b: PriceZone | undefined): boolean =>
  a.id === b?.id && a.from === b.from && a.to === b.to && a.price === b.price && a.strength === b.strength

const areSame = (a: readonly PriceZone[], b: readonly PriceZone[]): boolean =>
  a.length === b.length && a.every((zone, index) => isSame(zone, b[index]))

/** Zones of the latest view: the current ones, then at most four updates a second, only when a zone changed. */
export const chartZones = (view$: Observable<LevelsView | undefined>): Observable<readonly PriceZone[]> =>
  view$.pipe(
    distinctUntilChanged(),
    throttleTime(THROTTLE_MS, undefined, { leading: true, trailing: true }),
    map((view) => (view === undefined ? NONE : zonesOf(view))),
    distinctUntilChanged(areSame),
  )
