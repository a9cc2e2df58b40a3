import { TIMEFRAME_WEIGHT } from '../candles/math.ts'
import type { Pivot } from './pivots.ts'

/** Pivots that lie within one price zone. */
export interface Zone {
  /** Mean of the pivots' prices, weighted by timeframe. */
  readonly price: number
  readonly bottom: number
  readonly top: number
  /** Oldest first. */
  readonly pivots: readonly Pivot[]
}

const weightOf = (pivot: Pivot): number => TIMEFRAME_WEIGHT[pivot.timeframe]

/** The pivots within `reach` of another, itself included: from an index to before another. */
interface Neighborhood {
  readonly from: number
  readonly to: number
  readonly weight: number
}

/** The neighborhood of each of the pivots, which are sorted by price. */
function neighborhoodsOf(sorted: readonly Pivot[], reach: number): Neighborhood[] {
  let from = 0
  let to = 0
  return sorted.map(({ price }) => {
    while (Math.abs((sorted[from]?.price ?? price) - price) > reach) from += 1
    while (Math.abs((sorted[to]?.price ?? Number.NaN) - price) <= reach) to += 1
    let weight = 0
    for (let i = from; i < to; i++) {
      const pivot = sorted[i]
      if (pivot) weight += weightOf(pivot)
    }
    return { from, to, weight }
  })
}

function zoneOf(members: readonly Pivot[]): Zone {
  let weight = 0
  let price = 0
  for (const pivot of members) {
    weight += weightOf(pivot)
    price += weightOf(pivot) * pivot.price
  }
  const prices = members.map((pivot) => pivot.price)
  const bottom = Math.min(...prices)
  const top = Math.max(...prices)
  return {
    price: Math.min(top, Math.max(bottom, price / weight)),
    bottom,
    top,
    pivots: members.toSorted((a, b) => a.time - b.time),
  }
}

/**
 * Clusters pivots into zones, densest first: the pivot with the greatest weight within `reach` claims all unclaimed pivots
 * within `reach`, then the next densest, until none is left. Zones are at most twice `reach` wide, sorted by price.
 */
export function drawZones(pivots: readonly Pivot[], reach: number): Zone[] {
  const sorted = pivots.toSorted((a, b) => a.price - b.price || a.time - b.time)
  const order = neighborhoodsOf(sorted, reach)
    .map((neighborhood, index) => ({ index, neighborhood }))
    .sort((a, b) => b.neighborhood.weight - a.neighborhood.weight || a.index - b.index)
  const claimed = sorted.map(() => false)
  const zones: Zone[] = []
  for (const { index, neighborhood } of order) {
    if (claimed[index] === true) continue
    const members: Pivot[] = []
    for (let i = neighborhood.from; i < neighborhood.to; i++) {
      const pivot = sorted[i]
      if (pivot && claimed[i] !== true) members.push(pivot)
      claimed[i] = true
    }
    zones.push(zoneOf(members))
  }
  return zones.sort((a, b) => a.price - b.price)
}
