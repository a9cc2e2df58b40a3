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
import { NO_CLAIM, type CaseTally } from '#server/analysis/cases/tally.ts'

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

/** [SC-11] What chance would reach on the same market in the same month, given all its tallies. */
function expectations(all: readonly CaseTally[]): Readonly<Record<ScoreKind, Expected>> {
  const candles = groupBy(
    all.filter(({ kind }) => kind === 'candle'),
    marketOf,
  )
  const regimes = groupBy(
    all.filter(({ kind }) => kind === 'regime'),
    marketOf,
  )

  function ofLevels(tallies: readonly CaseTally[]): number | undefined {
    const random = sumOf(tallies, ({ randomCount }) => randomCount)
    if (random === 0) return undefined
    return (sumOf(tallies, ({ count }) => count) * sumOf(tallies, ({ randomHeld }) => randomHeld)) / random
  }

  function ofMoves(tallies: readonly CaseTally[]): number | undefined {
    let expected = 0
    for (const tally of tallies) {
      const market = candles.get(marketOf(tally)) ?? []
      const count = sumOf(market, (each) => each.count)
      if (count === 0) return undefined
      const up = sumOf(market, ({ rising }) => rising) / count
      const down = sumOf(market, ({ falling }) => falling) / count
      expected += tally.rising * up + tally.falling * down
    }
    return expected
  }

  function ofRegimes(tallies: readonly CaseTally[]): number {
    return sumOf(tallies, (tally) => {
      const market = regimes.get(marketOf(tally)) ?? []
      const same = market.filter((each) => each.class === tally.class)
      return (tally.count * sumOf(same, ({ count }) => count)) / sumOf(market, ({ count }) => count)
    })
  }

  return { level: ofLevels, pattern: ofMoves, regime: ofRegimes, break: ofMoves }
}

function scoreOf(tallies: readonly CaseTally[], expected: Expected): CaseScore {
  const count = sumOf(tallies, (tally) => tally.count)
  if (count === 0) return { held: 0, count: 0, claimed: null, random: null }
  const claiming = tallies.filter(({ bin }) => bin !== NO_CLAIM)
  const random = expected(tallies.filter((tally) => tally.count > 0 || tally.randomCount > 0))
  return {
    held: sumOf(tallies, ({ held }) => held),
    count,
    claimed: claiming.length === 0 ? null : Math.min(1, sumOf(claiming, ({ claimed }) => claimed) / count),
    random: random === undefined ? null : Math.min(1, random / count),
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
