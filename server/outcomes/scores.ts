import {
  SCORE_KINDS,
  type CaseScore,
  type KindScore,
  type NamedScore,
  type ReliabilityBin,
  type ScoreKind,
  type ScoreQuery,
} from '#contract/score-card/schema.ts'
import { ANALYSIS_TIMEFRAMES } from '#contract/timeframes.ts'
import { NO_CLAIM, type CaseTally } from './tally.ts'

const sumOf = (tallies: readonly CaseTally[], read: (tally: CaseTally) => number): number =>
  tallies.reduce((sum, tally) => sum + read(tally), 0)

function groupBy<K>(tallies: readonly CaseTally[], keyOf: (tally: CaseTally) => K): ReadonlyMap<K, CaseTally[]> {
  const groups = new Map<K, CaseTally[]>()
  for (const tally of tallies) {
    const group = groups.get(keyOf(tally))
    if (group) group.push(tally)
    else groups.set(keyOf(tally), [tally])
  }
  return groups
}

/** Cases that are compared with the same randomness. */
const marketOf = ({ pair, month, timeframe }: CaseTally): string => `${pair} ${month} ${timeframe ?? ''}`

/** How many cases would hold at random; undefined where that is not known. */
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

const classOf = (tally: CaseTally): string => `${marketOf(tally)} ${tally.class}`

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

/** [SC-11] What chance would reach on the same market in the same month, given all its tallies. */
function expectations(all: readonly CaseTally[]): Readonly<Record<ScoreKind, Expected>> {
  const candles = all.filter(({ kind }) => kind === 'candle')
  const candleCounts = sumBy(candles, marketOf, ({ count }) => count)
  const risingCounts = sumBy(candles, marketOf, ({ rising }) => rising)
  const fallingCounts = sumBy(candles, marketOf, ({ falling }) => falling)
  const regimes = all.filter(({ kind }) => kind === 'regime')
  const regimeCounts = sumBy(regimes, marketOf, ({ count }) => count)
  const classCounts = sumBy(regimes, classOf, ({ count }) => count)

  function ofLevels(tallies: readonly CaseTally[]): number | undefined {
    const random = sumOf(tallies, ({ randomCount }) => randomCount)
    if (random === 0) return undefined
    return (sumOf(tallies, ({ count }) => count) * sumOf(tallies, ({ randomHeld }) => randomHeld)) / random
  }

  function ofMove(tally: CaseTally): number | undefined {
    const market = marketOf(tally)
    const count = candleCounts.get(market) ?? 0
    if (count === 0) return undefined
    const up = (risingCounts.get(market) ?? 0) / count
    const down = (fallingCounts.get(market) ?? 0) / count
    return tally.rising * up + tally.falling * down
  }

  const ofRegime = (tally: CaseTally): number =>
    (tally.count * (classCounts.get(classOf(tally)) ?? 0)) / (regimeCounts.get(marketOf(tally)) ?? 0)

  const ofMoves = summed(ofMove)
  return { level: ofLevels, pattern: ofMoves, regime: summed(ofRegime), break: ofMoves }
}

function scoreOf(tallies: readonly CaseTally[], expected: Expected): CaseScore {
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

function kindScore(kind: ScoreKind, tallies: readonly CaseTally[], expected: Expected): KindScore {
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
export function scoresOf(all: readonly CaseTally[], query: ScoreQuery = {}): KindScore[] {
  const expected = expectations(all)
  const isAsked = (tally: CaseTally): boolean =>
    (query.pair === undefined || tally.pair === query.pair) &&
    (query.timeframe === undefined || tally.timeframe === query.timeframe) &&
    (query.class === undefined || tally.class === query.class) &&
    (query.month === undefined || tally.month === query.month)
  const asked = all.filter(isAsked)
  return SCORE_KINDS.map((kind) =>
    kindScore(
      kind,
      asked.filter((tally) => tally.kind === kind),
      expected[kind],
    ),
  )
}
