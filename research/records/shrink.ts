import type { Expected } from '#server/outcomes/scores.ts'
import { groupBy, type CaseTally } from '#server/outcomes/tally.ts'

/** How much more often than by chance something comes true, and the standard error of that. */
export interface Edge {
  readonly edge: number
  readonly error: number
}

/** An edge as counted: its variance includes that months differ by more than their numbers of cases explain. */
interface Counted {
  readonly edge: number
  readonly variance: number
}

/** What was counted of some cases in one month of one pair. */
interface Month {
  readonly count: number
  /** How many more came true than by chance. */
  readonly excess: number
  readonly variance: number
}

function monthsOf(tallies: readonly CaseTally[], expected: Expected): Month[] {
  return [...groupBy(tallies, ({ pair, month }) => `${pair} ${month}`).values()].flatMap((own) => {
    const count = own.reduce((sum, each) => sum + each.count, 0)
    const held = own.reduce((sum, each) => sum + each.held, 0)
    const chance = expected(own)
    if (chance === undefined || count === 0) return []
    return [{ count, excess: held - chance, variance: chance * (1 - chance / count) }]
  })
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/**
 * Variance of the edge between the months of a class, by the method of moments: what is left of the squares around the edge of
 * each class beyond that of counting. `classes`: the months of each.
 */
function varianceBetween(classes: readonly (readonly Month[])[]): number {
  let [left, squares] = [0, 0]
  for (const months of classes) {
    const count = sum(months.map((month) => month.count))
    const edge = sum(months.map(({ excess }) => excess)) / Math.max(1, count)
    for (const month of months) {
      const others = 1 - month.count / count
      left += (month.excess - edge * month.count) ** 2 - month.variance * others
      squares += month.count ** 2 * others
    }
  }
  return squares === 0 ? 0 : Math.max(0, left / squares)
}

function countedOf(months: readonly Month[], between: number): Counted | undefined {
  const count = sum(months.map((month) => month.count))
  if (count === 0) return undefined
  const squares = sum(months.map((month) => month.count ** 2))
  const counting = Math.max(sum(months.map(({ variance }) => variance)), count * 0.01)
  return {
    edge: sum(months.map(({ excess }) => excess)) / count,
    variance: (counting + between * squares) / count ** 2,
  }
}

/** A part that is drawn towards the whole that it belongs to. */
interface Part<K> {
  readonly key: K
  readonly counted: Counted
  readonly whole: Edge
}

/**
 * Empirical Bayes: each part is drawn towards its whole by how uncertain it is, as measured against how much all parts differ
 * from theirs (method of moments, weighted by precision). What was only lucky in its few cases is thereby not picked.
 */
function shrink<K>(parts: readonly Part<K>[]): Map<K, Edge> {
  const weights = parts.map(({ counted }) => 1 / counted.variance)
  const beyond = parts.map(
    ({ counted, whole }, i) => (weights[i] ?? 0) * ((counted.edge - whole.edge) ** 2 - counted.variance),
  )
  const spread = parts.length === 0 ? 0 : Math.max(0, sum(beyond) / sum(weights))
  return new Map(
    parts.map(({ key, counted, whole }) => {
      const own = spread / (spread + counted.variance)
      const edge = whole.edge + own * (counted.edge - whole.edge)
      const error = Math.sqrt(own * counted.variance + ((1 - own) * whole.error) ** 2)
      return [key, { edge, error }] as const
    }),
  )
}

/** Looks up the edge of a class on a timeframe, of one pair or of all (`null`). */
export type EdgeOf = (timeframe: string | null, name: string, pair: string | null) => Edge | undefined

const NO_EDGE: Edge = { edge: 0, error: 0 }

/**
 * The edges of one claim: those of a timeframe are drawn towards chance, those of its classes towards the timeframe's, and
 * those of a pair towards its class.
 */
export function edgesOf(
  tallies: readonly CaseTally[],
  expected: Expected,
  timeframeOf: (tally: CaseTally) => string | null,
): EdgeOf {
  const keyOf = (timeframe: string | null, name?: string, pair?: string | null) =>
    [timeframe, name, pair].filter((part) => part !== undefined && part !== null).join(' ')
  const betweenBy = new Map<string | null, number>()
  for (const [timeframe, own] of groupBy(tallies, timeframeOf)) {
    const classes = groupBy(own, ({ class: name }) => name).values()
    betweenBy.set(timeframe, varianceBetween([...classes].map((each) => monthsOf(each, expected))))
  }
  const partsBy = (by: (tally: CaseTally) => string, wholeOf: (tally: CaseTally) => Edge | undefined) =>
    [...groupBy(tallies, by)].flatMap(([key, own]): Part<string>[] => {
      const [first] = own
      const whole = first && wholeOf(first)
      const counted = first && countedOf(monthsOf(own, expected), betweenBy.get(timeframeOf(first)) ?? 0)
      return whole && counted ? [{ key, counted, whole }] : []
    })
  const timeframes = shrink(
    partsBy(
      (each) => keyOf(timeframeOf(each)),
      () => NO_EDGE,
    ),
  )
  const classes = shrink(
    partsBy(
      (each) => keyOf(timeframeOf(each), each.class),
      (each) => timeframes.get(keyOf(timeframeOf(each))),
    ),
  )
  const pairs = shrink(
    partsBy(
      (each) => keyOf(timeframeOf(each), each.class, each.pair),
      (each) => classes.get(keyOf(timeframeOf(each), each.class)),
    ),
  )
  return (timeframe, name, pair) => (pair === null ? classes : pairs).get(keyOf(timeframe, name, pair))
}
