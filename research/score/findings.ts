import { FORECAST_TIMEFRAMES } from '#contract/payloads/forecast.ts'
import type { PairId } from '#contract/pairs.ts'
import type { CaseTally } from '#server/outcomes/tally.ts'
import { pastFollower } from '#server/score-card/past/count-month.ts'
import { createReplay } from '../analysis/replay.ts'
import { createScoreCollector } from '../analysis/score-collector.ts'
import { bandGroups } from './kinds/forecasts.ts'
import { CLAIM_KINDS } from './kinds/kinds.ts'
import { classRises, levelTrials } from './kinds/levels.ts'
import { patternTrials } from './kinds/patterns.ts'
import { signalRecords } from './kinds/signals.ts'
import type { Findings, ScoreCollector } from './types.ts'

/** What a recorded replay claimed, and what came. */
export const findingsOf = (pair: PairId, collector: ScoreCollector, cases: readonly CaseTally[] = []): Findings => ({
  pair,
  claims: CLAIM_KINDS.flatMap((claimsOf) => claimsOf(pair, collector)),
  rises: classRises(pair, collector),
  records: signalRecords(pair, collector),
  levels: levelTrials(collector),
  patterns: patternTrials(collector).flatMap(({ trials }) => trials),
  bands: bandGroups(collector),
  cases,
})

/** Replays a file, and returns what it claimed. */
export async function findingsOfFile(pair: PairId, file: string): Promise<Findings> {
  const collector = createScoreCollector()
  const follower = pastFollower(pair)
  for await (const { minute, entries } of createReplay(pair).play(file)) {
    collector.record(minute, entries)
    follower.add(entries.map(({ data }) => data))
  }
  return findingsOf(pair, collector, follower.drain().tallies)
}

interface Group<C> {
  readonly claim: string
  readonly timeframe?: string | undefined
  readonly cases: readonly C[]
}

/** Joins the cases of groups that claim the same. */
function joined<C, G extends Group<C>>(groups: readonly G[]): G[] {
  const byClaim = new Map<string, G>()
  for (const group of groups) {
    const key = `${group.timeframe ?? ''} ${group.claim}`
    const known = byClaim.get(key)
    byClaim.set(key, known ? { ...known, cases: [...known.cases, ...group.cases] } : group)
  }
  return [...byClaim.values()]
}

/** The findings of several files, one per pair. */
export function joinByPair(all: readonly Findings[]): Findings[] {
  return [...new Set(all.map(({ pair }) => pair))].map((pair) => {
    const own = all.filter((findings) => findings.pair === pair)
    return {
      pair,
      claims: joined(own.flatMap(({ claims }) => claims)),
      rises: joined(own.flatMap(({ rises }) => rises)),
      records: joined(own.flatMap(({ records }) => records)),
      levels: own.flatMap(({ levels }) => levels),
      patterns: own.flatMap(({ patterns }) => patterns),
      cases: own.flatMap(({ cases }) => cases),
      bands: FORECAST_TIMEFRAMES.map((timeframe) => ({
        timeframe,
        trials: own
          .flatMap(({ bands }) => bands.filter((each) => each.timeframe === timeframe))
          .flatMap(({ trials }) => trials),
      })),
    }
  })
}
