import { PAIR_IDS, type PairId } from '#contract/pairs.ts'
import {
  type ClassRecord,
  TRACKED_CLAIMS,
  trackRecordsSchema,
  type TrackedClaim,
  type TrackRecordGroup,
  type TrackRecords,
} from '#contract/track-records/schema.ts'
import { createChance, scoreOf, type Expected } from '#server/outcomes/scores.ts'
import type { CaseKind } from '#server/outcomes/case.ts'
import { HORIZON } from '#server/outcomes/moves.ts'
import { groupBy, type CaseTally } from '#server/outcomes/tally.ts'
import { isFitMonth } from './fit-months.ts'
import { edgesOf, type Edge } from './shrink.ts'

const monthOf = ({ pair, month }: CaseTally): string => `${pair} ${month}`
const byText = <T>([a]: readonly [string | null, T], [b]: readonly [string | null, T]): number =>
  (a ?? '') < (b ?? '') ? -1 : Number((a ?? '') > (b ?? ''))

const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits))

/** A class of which chance is not known has no record. */
function recordOf(tallies: readonly CaseTally[], expected: Expected, edge: Edge | undefined): ClassRecord | undefined {
  const { held: hits, count, chance } = scoreOf(tallies, expected)
  if (chance === null || edge === undefined) return undefined
  return { hits, count, chance: rounded(chance), edge: rounded(edge.edge, 4), error: rounded(edge.error, 4) }
}

/** Half of the candles after which the price was another `HORIZON` candles later. */
function coinOf(candles: readonly CaseTally[]): number | null {
  const sumOf = (read: (tally: CaseTally) => number) => candles.reduce((sum, each) => sum + read(each), 0)
  const count = sumOf((each) => each.count)
  return count === 0 ? null : rounded(sumOf(({ rising, falling }) => rising + falling) / count / 2)
}

const isOfPair = (pair: PairId | null) => (each: CaseTally) => pair === null || each.pair === pair
export const timeframeOf = (claim: TrackedClaim) => (each: CaseTally) => (claim === 'phase' ? null : each.timeframe)
/** The kind of case that a claim is counted by. */
export const kindOf = (claim: TrackedClaim): CaseKind => (claim === 'phase' ? 'regime' : claim)

/** The records of a claim, first those of all pairs. */
function groupsOf(
  claim: TrackedClaim,
  tallies: readonly CaseTally[],
  candles: readonly CaseTally[],
  expected: Expected,
): TrackRecordGroup[] {
  const edgeOf = edgesOf(tallies, expected, timeframeOf(claim))
  return [null, ...PAIR_IDS.toSorted()].flatMap((pair) => {
    const own = tallies.filter(isOfPair(pair))
    return [...groupBy(own, timeframeOf(claim))].sort(byText).flatMap(([timeframe, ofTimeframe]) => {
      const byClass = [...groupBy(ofTimeframe, (tally) => tally.class)].sort(byText)
      const records = byClass.flatMap(([name, ofClass]) => {
        const record = recordOf(ofClass, expected, edgeOf(timeframe, name, pair))
        return record ? [[name, record] as const] : []
      })
      const tossed = candles.filter((each) => each.timeframe === timeframe && isOfPair(pair)(each))
      const coin = claim === 'pattern' ? coinOf(tossed) : null
      return records.length === 0 ? [] : [{ claim, pair, timeframe, coin, classes: Object.fromEntries(records) }]
    })
  })
}

/** The records of what was counted on several months, leaving out those that a claim was fitted on. */
export function recordsOf(all: readonly CaseTally[]): TrackRecords {
  const candles = all.filter((each) => each.kind === 'candle' && each.class === String(HORIZON))
  const chance = createChance(all)
  const claims = TRACKED_CLAIMS.map((claim) => {
    const kind = kindOf(claim)
    const tallies = all.filter((tally) => tally.kind === kind && !isFitMonth(claim, tally.month))
    const months = tallies.filter(({ count }) => count > 0).map(monthOf)
    return { claim, months: [...new Set(months)].sort(), groups: groupsOf(claim, tallies, candles, chance(kind)) }
  })
  return trackRecordsSchema.parse({
    version: 2,
    months: Object.fromEntries(claims.map(({ claim, months }) => [claim, months])),
    groups: claims.flatMap(({ groups }) => groups),
  })
}
