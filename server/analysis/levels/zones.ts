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

/** Indices of the pivots within `reach` of the one at `index`, itself included. */
function membersAround(sorted: readonly Pivot[], index: number, reach: number): number[] {
  const price = sorted[index]?.price ?? 0
  const near = (i: number) => Math.abs((sorted[i]?.price ?? Number.NaN) - price) <= reach
  let from = index
  while (near(from - 1)) from -= 1
  let to = index
  while (near(to + 1)) to += 1
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

function weightAround(sorted: readonly Pivot[], index: number, reach: number): number {
  let weight = 0
  for (const i of membersAround(sorted, index, reach)) {
    const pivot = sorted[i]
    if (pivot) weight += weightOf(pivot)
  }
  return weight
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
  const order = sorted
    .map((_, index) => ({ index, weight: weightAround(sorted, index, reach) }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
  const claimed = new Set<number>()
  const zones: Zone[] = []
  for (const { index } of order) {
    if (claimed.has(index)) continue
    const members = membersAround(sorted, index, reach).filter((i) => !claimed.has(i))
    for (const i of members) claimed.add(i)
    zones.push(zoneOf(members.flatMap((i) => sorted[i] ?? [])))
  }
  return zones.sort((a, b) => a.price - b.price)
}
