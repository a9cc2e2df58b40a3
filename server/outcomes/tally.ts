import * as z from 'zod/mini'
import { pairSchema, type PairId } from '#contract/pairs.ts'
import { analysisTimeframeSchema } from '#contract/timeframes.ts'
import { CASE_KINDS } from './case.ts'

/** Bins of the claimed probability, five points each. */
const BINS = 20
/** The bin of cases without a claim. */
export const NO_CLAIM = -1

/**
 * Cases of the same kind, class, month and bin of claim. The kind `candle` counts the candles of a timeframe, and how many of
 * them the price was above and below some candles later, as many as the class says.
 */
export const caseTallySchema = z.object({
  pair: pairSchema,
  timeframe: z.nullable(analysisTimeframeSchema),
  kind: z.enum([...CASE_KINDS, 'candle']),
  class: z.string(),
  /** In which they were opened: 2019-06, UTC. */
  month: z.string(),
  bin: z.number(),
  count: z.number(),
  held: z.number(),
  /** Sum of the claims. */
  claimed: z.number(),
  /** Directions up and down. */
  rising: z.number(),
  falling: z.number(),
  /** Prices as far away as a level, on the other side. */
  randomCount: z.number(),
  randomHeld: z.number(),
})
export type CaseTally = z.infer<typeof caseTallySchema>

export type TallyName = Pick<CaseTally, 'timeframe' | 'kind' | 'class' | 'month' | 'bin'>
export const COUNTS = ['count', 'held', 'claimed', 'rising', 'falling', 'randomCount', 'randomHeld'] as const
type Counts = Partial<Pick<CaseTally, (typeof COUNTS)[number]>>

export const binOf = (claimed: number | null): number =>
  claimed === null ? NO_CLAIM : Math.min(BINS - 1, Math.floor(claimed * BINS + 1e-9))

/** 2019-06: the month of a time in unix seconds, UTC. */
export const monthOf = (timeS: number): string => new Date(timeS * 1000).toISOString().slice(0, 7)

export const nameOf = ({ timeframe, kind, class: name, month, bin }: TallyName): string =>
  [kind, timeframe, name, month, bin].join('|')

export function addCounts(to: CaseTally, from: Counts): void {
  for (const count of COUNTS) to[count] += from[count] ?? 0
}

/** Tallies, or what was made of them, by what they have in common. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** Counts of one pair that grow case by case. */
export interface Tallies {
  add(name: TallyName, counts: Counts): void
  /** All since the last call. */
  drain(): CaseTally[]
}

export function createTallies(pair: PairId): Tallies {
  let byName = new Map<string, CaseTally>()
  const none = { count: 0, held: 0, claimed: 0, rising: 0, falling: 0, randomCount: 0, randomHeld: 0 }
  return {
    add(name, counts) {
      const tally = byName.get(nameOf(name)) ?? { pair, ...name, ...none }
      byName.set(nameOf(name), tally)
      addCounts(tally, counts)
    },
    drain() {
      const drained = [...byName.values()]
      byName = new Map()
      return drained
    },
  }
}
