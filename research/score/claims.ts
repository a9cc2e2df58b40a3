import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { TOLERANCE, type ClaimGroup } from '#research/evaluation/claims.ts'
import type { CaseKind } from '#server/outcomes/case.ts'
import { HOLD_DEFINITIONS, holdText } from '#server/outcomes/hold.ts'
import { createChance, scoreOf } from '#server/outcomes/scores.ts'
import { USED_STRENGTHS } from '#server/analysis/levels/tracker.ts'
import { PHASE_TIMEFRAME } from '#server/analysis/structure/tracker.ts'
import { bandClaims } from './forecasts.ts'
import type { Findings, RiseGroup } from './types.ts'

interface Probability {
  readonly kind: CaseKind
  readonly says: string
  readonly timeframe?: AnalysisTimeframe
}

/**
 * Every kind of probability that a payload claims, besides that of the bands: a new one is added here, and
 * `npm run score --check` judges it.
 */
const PROBABILITIES: readonly Probability[] = [
  { kind: 'level', says: 'a level holds' },
  { kind: 'near', says: 'a level holds that the price is near' },
  { kind: 'zone', says: 'a zone holds' },
  { kind: 'regime', timeframe: PHASE_TIMEFRAME, says: 'the market phase is the same in an hour' },
  ...ANALYSIS_TIMEFRAMES.map((timeframe) => ({
    kind: 'pattern' as const,
    timeframe,
    says: 'price moves the way of a pattern',
  })),
  { kind: 'reach', says: 'the price reaches a level within the hour' },
]

/** What was said with a probability, and what came. */
export function claimsOf({ pair, tallies, closed, bands }: Findings): ClaimGroup[] {
  const chance = createChance(tallies)
  const groups = PROBABILITIES.map(({ kind, says, timeframe }): ClaimGroup => {
    const isOf = (each: { kind: string; timeframe?: string | null }) =>
      each.kind === kind && (timeframe === undefined || each.timeframe === timeframe)
    const cases = closed
      .filter(({ of }) => isOf(of))
      .flatMap(({ of: { openedAt: time, claimed }, isHeld: happened }) =>
        claimed === null ? [] : [{ time, claimed, happened }],
      )
    const score = scoreOf(tallies.filter(isOf), chance(kind))
    return { pair, claim: says, timeframe, cases, chance: score.chance, tolerance: TOLERANCE }
  })
  return [...groups, ...bandClaims(pair, bands)]
}

/** Whether stronger classes hold more often, under each definition. */
export const risesOf = ({ pair, closed }: Findings): RiseGroup[] =>
  HOLD_DEFINITIONS.map((definition) => ({
    pair,
    claim: `a stronger level holds more often, by ${holdText(definition)}`,
    cases: closed.flatMap(({ of, isHeld: happened }) => {
      if (of.kind !== 'rise' || holdText(of.holds) !== holdText(definition)) return []
      return [{ time: of.openedAt, step: USED_STRENGTHS.findIndex((each) => each === of.class), happened }]
    }),
  }))
