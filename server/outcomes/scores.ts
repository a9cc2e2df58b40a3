import {
  type CaseScore,
  type KindScore,
  type NamedScore,
  type ReliabilityBin,
  type ScoreQuery,
} from '#contract/score-card/schema.ts'
import { ANALYSIS_TIMEFRAMES } from '#contract/timeframes.ts'
import { HOURLY_KINDS, isLevelKind, type CaseKind } from './case.ts'
import { HORIZON, HOURLY } from './moves.ts'
import { groupBy, NO_CLAIM, type CaseTally } from './tally.ts'

const sumOf = (tallies: readonly CaseTally[], read: (tally: CaseTally) => number): number =>
  tallies.reduce((sum, tally) => sum + read(tally), 0)

/** How many cases chance would make hold; undefined where that is not known. */
export type Expected = (tallies: readonly CaseTally[]) => number | undefined

/** Sums of what one market had in a month. */
function sumBy(
  tallies: readonly CaseTally[],
  keyOf: (tally: CaseTally) => string,
  read: (tally: CaseTally) => number,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const tally of tallies) {
    const key = keyOf(tally)
    sums.set(key, (sums.get(key) ?? 0) + read(tally))
  }
  return sums
}

/** The sum of what each tally has, computed once: it is asked for by pair, timeframe, class and month. */
function summed(expectedOf: (tally: CaseTally) => number | undefined): Expected {
  const known = new Map<CaseTally, number | undefined>()
  return (tallies) => {
    let sum = 0
    for (const tally of tallies) {
      if (!known.has(tally)) known.set(tally, expectedOf(tally))
      const expected = known.get(tally)
      if (expected === undefined) return undefined
      sum += expected
    }
    return sum
  }
}

const monthOf = ({ pair, month }: CaseTally): string => `${pair} ${month}`
const isHourly = ({ kind }: CaseTally): boolean => HOURLY_KINDS.some((each) => each === kind)

/** The candles that a direction is compared with: of its timeframe, and judged after as many. */
const candlesOf = (tally: CaseTally): string =>
  isHourly(tally) ? `${monthOf(tally)} ${HOURLY} 1` : `${monthOf(tally)} ${tally.timeframe} ${HORIZON}`

/**
 * [SC-11] What chance would reach on the same pair in the same month, given all its tallies: how often the same claim holds
 * when it is made without knowing. A level is as far away on the other side, a direction is claimed at any time, and so is that
 * the phase lasts.
 */
export function createChance(all: readonly CaseTally[]): (kind: CaseKind) => Expected {
  const candles = all.filter(({ kind }) => kind === 'candle')
  const keyOf = (tally: CaseTally): string => `${monthOf(tally)} ${tally.timeframe} ${tally.class}`
  const [counts, rising, falling] = (['count', 'rising', 'falling'] as const).map((name) =>
    sumBy(candles, keyOf, (tally) => tally[name]),
  )
  const regimes = all.filter(({ kind }) => kind === 'regime')
  const regimeCounts = sumBy(regimes, monthOf, ({ count }) => count)
  const regimesHeld = sumBy(regimes, monthOf, ({ held }) => held)

  function ofLevels(tallies: readonly CaseTally[]): number | undefined {
    const random = sumOf(tallies, ({ randomCount }) => randomCount)
    if (random === 0) return undefined
    return (sumOf(tallies, ({ count }) => count) * sumOf(tallies, ({ randomHeld }) => randomHeld)) / random
  }

  const ofMoves = summed((tally) => {
    const key = candlesOf(tally)
    const count = counts?.get(key) ?? 0
    if (count === 0) return undefined
    return (tally.rising * (rising?.get(key) ?? 0) + tally.falling * (falling?.get(key) ?? 0)) / count
  })
  const ofRegimes = summed(
    (tally) => (tally.count * (regimesHeld.get(monthOf(tally)) ?? 0)) / (regimeCounts.get(monthOf(tally)) ?? 0),
  )
  return (kind) => (isLevelKind(kind) ? ofLevels : kind === 'regime' ? ofRegimes : ofMoves)
}

/** The score of tallies of one kind, given what chance reaches of that kind. */
export function scoreOf(tallies: readonly CaseTally[], expected: Expected): CaseScore {
  const count = sumOf(tallies, (tally) => tally.count)
  if (count === 0) return { held: 0, count: 0, claimed: null, chance: null }
  const claiming = tallies.filter(({ bin }) => bin !== NO_CLAIM)
  const chance = expected(tallies.filter((tally) => tally.count > 0 || tally.randomCount > 0))
  return {
    held: sumOf(tallies, ({ held }) => held),
    count,
    claimed: claiming.length === 0 ? null : Math.min(1, sumOf(claiming, ({ claimed }) => claimed) / count),
    chance: chance === undefined ? null : Math.min(1, chance / count),
  }
}

const reliabilityOf = (tallies: readonly CaseTally[]): ReliabilityBin[] =>
  [...groupBy(tallies, ({ bin }) => bin)]
    .filter(([bin]) => bin !== NO_CLAIM)
    .sort(([a], [b]) => a - b)
    .flatMap(([, own]) => {
      const count = sumOf(own, (tally) => tally.count)
      if (count === 0) return []
      return [
        {
          claimed: Math.min(1, sumOf(own, ({ claimed }) => claimed) / count),
          held: sumOf(own, ({ held }) => held),
          count,
        },
      ]
    })

const byText = (a: NamedScore, b: NamedScore): number => (a.name < b.name ? -1 : Number(a.name > b.name))
const timeframeOrder = ({ name }: NamedScore): number => ANALYSIS_TIMEFRAMES.findIndex((each) => each === name)

/** Scores of a kind, which may be one that the score-card does not show. */
type ScoreOf<K extends CaseKind> = Omit<KindScore, 'kind'> & { readonly kind: K }

function kindScore<K extends CaseKind>(kind: K, tallies: readonly CaseTally[], expected: Expected): ScoreOf<K> {
  const named = (nameOf: (tally: CaseTally) => string | null): NamedScore[] =>
    [...groupBy(tallies, nameOf)].flatMap(([name, own]) => {
      const score = scoreOf(own, expected)
      return name === null || score.count === 0 ? [] : [{ name, ...score }]
    })
  return {
    kind,
    total: scoreOf(tallies, expected),
    reliability: reliabilityOf(tallies),
    pairs: named(({ pair }) => pair).sort(byText),
    timeframes: named(({ timeframe }) => timeframe).sort((a, b) => timeframeOrder(a) - timeframeOrder(b)),
    classes: named((tally) => tally.class).sort(byText),
    months: named(({ month }) => month).sort((a, b) => byText(b, a)),
  }
}

/** [SC-10] The scores of each kind over the tallies that a query asks for. */
export function scoresOf<K extends CaseKind>(
  all: readonly CaseTally[],
  query: ScoreQuery,
  kinds: readonly K[],
): ScoreOf<K>[] {
  const expected = createChance(all)
  const isAsked = (tally: CaseTally): boolean =>
    (query.pair === undefined || tally.pair === query.pair) &&
    (query.timeframe === undefined || tally.timeframe === query.timeframe) &&
    (query.class === undefined || tally.class === query.class) &&
    (query.month === undefined || tally.month === query.month)
  const asked = all.filter(isAsked)
  return kinds.map((kind) =>
    kindScore(
      kind,
      asked.filter((tally) => tally.kind === kind),
      expected(kind),
    ),
  )
}
