import { distinctUntilChanged, map, throttleTime, type Observable } from 'rxjs'
import type { LevelModel, LevelsModel } from '#src/analysis/levels.ts'
import { isWeak, type PriceZone } from '#src/ui/charts/zones.ts'

const zoneOf =
  (kind: PriceZone['kind']) =>
  ({ id, name, from, to, price, strength, touches }: LevelModel): PriceZone => ({
    id,
    name,
    kind,
    from,
    to,
    price,
    touches,
    ...(strength === undefined ? {} : { strength }),
  })

/** All levels as chart zones. */
export const zonesOf = ({ support, resistance }: LevelsModel): readonly PriceZone[] => [
  ...support.map(zoneOf('support')),
  ...resistance.map(zoneOf('resistance')),
]

interface Shown {
  readonly showsWeak: boolean
  /** Whether the list of levels is on the page, whose names they have then. */
  readonly hasList: boolean
}

/** The zones that are drawn. */
export const drawnZones = (zones: readonly PriceZone[], { showsWeak, hasList }: Shown): readonly PriceZone[] =>
  zones
    .filter((zone) => showsWeak || !isWeak(zone))
    .map(({ name, ...zone }) => (hasList && name !== undefined ? { ...zone, name } : zone))

const NONE: readonly PriceZone[] = []
/** New zones redraw the whole chart, which costs far more than the cards. */
const THROTTLE_MS = 250

const isSame = (a: PriceZone, b: PriceZone | undefined): boolean =>
  a.id === b?.id &&
  a.name === b.name &&
  a.from === b.from &&
  a.to === b.to &&
  a.price === b.price &&
  a.strength === b.strength &&
  a.touches === b.touches

const areSame = (a: readonly PriceZone[], b: readonly PriceZone[]): boolean =>
  a.length === b.length && a.every((zone, index) => isSame(zone, b[index]))

/** Zones of the latest levels: the current ones, then at most four updates a second, only when a zone changed. */
export const chartZones = (levels$: Observable<LevelsModel | undefined>): Observable<readonly PriceZone[]> =>
  levels$.pipe(
    distinctUntilChanged(),
    throttleTime(THROTTLE_MS, undefined, { leading: true, trailing: true }),
    map((levels) => (levels === undefined ? NONE : zonesOf(levels))),
    distinctUntilChanged(areSame),
  )
