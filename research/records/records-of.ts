import { PAIR_IDS } from '#contract/pairs.ts'
import {
  TRACKED_CLAIMS,
  trackRecordsSchema,
  type TrackedClaim,
  type TrackRecord,
  type TrackRecordGroup,
  type TrackRecords,
} from '#contract/track-records/schema.ts'
import { createChance, scoreOf, type Expected } from '#server/outcomes/scores.ts'
import { groupBy, type CaseTally } from '#server/outcomes/tally.ts'
import { isFitMonth } from './fit-months.ts'

const monthOf = ({ pair, month }: CaseTally): string => `${pair} ${month}`
const byText = <T>([a]: readonly [string | null, T], [b]: readonly [string | null, T]): number =>
  (a ?? '') < (b ?? '') ? -1 : Number((a ?? '') > (b ?? ''))

/** A class of which chance is not known has no record. */
function recordOf(tallies: readonly CaseTally[], expected: Expected): TrackRecord | undefined {
  const { held: hits, count, chance } = scoreOf(tallies, expected)
  return chance === null ? undefined : { hits, count, chance: Math.round(chance * 1_000) / 1_000 }
}

/** The records of a claim, first those of all pairs. */
function groupsOf(claim: TrackedClaim, tallies: readonly CaseTally[], expected: Expected): TrackRecordGroup[] {
  const timeframeOf = ({ timeframe }: CaseTally) => (claim === 'phase' ? null : timeframe)
  return [null, ...PAIR_IDS.toSorted()].flatMap((pair) => {
    const own = tallies.filter((tally) => pair === null || tally.pair === pair)
    return [...groupBy(own, timeframeOf)].sort(byText).flatMap(([timeframe, ofTimeframe]) => {
      const byClass = [...groupBy(ofTimeframe, (tally) => tally.class)].sort(byText)
      const records = byClass.flatMap(([name, ofClass]) => {
        const record = recordOf(ofClass, expected)
        return record ? [[name, record] as const] : []
      })
      return records.length === 0 ? [] : [{ claim, pair, timeframe, classes: Object.fromEntries(records) }]
    })
  })
}

/** The records of what was counted on several months, leaving out those that a claim was fitted on. */
export function recordsOf(all: readonly CaseTally[]): TrackRecords {
  const chance = createChance(all)
  const claims = TRACKED_CLAIMS.map((claim) => {
    const kind = claim === 'phase' ? 'regime' : claim
    const tallies = all.filter((tally) => tally.kind === kind && !isFitMonth(claim, monthOf(tally)))
    const months = tallies.filter(({ count }) => count > 0).map(monthOf)
    return { claim, months: [...new Set(months)].sort(), groups: groupsOf(claim, tallies, chance(kind)) }
  })
  return trackRecordsSchema.parse({
    version: 1,
    months: Object.fromEntries(claims.map(({ claim, months }) => [claim, months])),
    groups: claims.flatMap(({ groups }) => groups),
  })
}
