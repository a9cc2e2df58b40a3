import type { PairId } from '#contract/pairs.ts'
import {
  TRACKED_CLAIMS,
  type TrackedClaim,
  type TrackRecord,
  type TrackRecords,
} from '#contract/track-records/schema.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import type { TrackedCase } from './case.ts'
import { isFitMonth } from './fit-months.ts'

interface Group {
  readonly claim: TrackedClaim
  readonly pair: PairId | null
  readonly timeframe: AnalysisTimeframe | null
  readonly classes: Map<string, { hits: number; count: number; chanceSum: number }>
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000
const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

function toRecords(classes: Group['classes']): Record<string, TrackRecord> {
  return Object.fromEntries(
    [...classes]
      .sort(([a], [b]) => byText(a, b))
      .map(([name, { hits, count, chanceSum }]) => [name, { hits, count, chance: round(chanceSum / count) }]),
  )
}

/** Counts the cases of several months, leaving out those that a claim was fitted on. */
export function createTally() {
  const groups = new Map<string, Group>()
  const months = new Map<TrackedClaim, Set<string>>(TRACKED_CLAIMS.map((claim) => [claim, new Set()]))

  function count({ claim, timeframe, class: name, isHit, chance }: TrackedCase, pair: PairId | null): void {
    const key = `${String(TRACKED_CLAIMS.indexOf(claim)).padStart(2)} ${pair ?? ''} ${timeframe ?? ''}`
    const group = groups.get(key) ?? { claim, pair, timeframe, classes: new Map() }
    groups.set(key, group)
    const sums = group.classes.get(name) ?? { hits: 0, count: 0, chanceSum: 0 }
    group.classes.set(name, sums)
    sums.hits += isHit ? 1 : 0
    sums.count += 1
    sums.chanceSum += chance
  }

  return {
    /** Adds the cases of a pair's month, such as '2019-04'. */
    add(pair: PairId, month: string, cases: readonly TrackedCase[]): void {
      const label = `${pair} ${month}`
      for (const each of cases) {
        if (isFitMonth(each.claim, label)) continue
        months.get(each.claim)?.add(label)
        count(each, pair)
        count(each, null)
      }
    },

    result(): TrackRecords {
      const monthsOf = (claim: TrackedClaim) => [...(months.get(claim) ?? [])].sort(byText)
      return {
        version: 1,
        months: {
          pattern: monthsOf('pattern'),
          pattern_confidence: monthsOf('pattern_confidence'),
          divergence: monthsOf('divergence'),
          indicators: monthsOf('indicators'),
          pattern_bias: monthsOf('pattern_bias'),
          cross_timeframe: monthsOf('cross_timeframe'),
          trend: monthsOf('trend'),
          level_position: monthsOf('level_position'),
          phase: monthsOf('phase'),
          level: monthsOf('level'),
        },
        groups: [...groups]
          .sort(([a], [b]) => byText(a, b))
          .map(([, { classes, ...group }]) => ({ ...group, classes: toRecords(classes) })),
      }
    },
  }
}
