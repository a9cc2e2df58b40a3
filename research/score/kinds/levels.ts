import type { PairId } from '#contract/pairs.ts'
import { TOLERANCE, type ClaimCase } from '#research/evaluation/claims.ts'
import { evaluateLevels, type LevelTrial } from '#research/evaluation/evaluate-levels.ts'
import { seededRandom } from '#server/lib/random.ts'
import { HOLD_DEFINITIONS, type HoldDefinition } from '#server/outcomes/hold.ts'
import type { Outcome } from '#server/outcomes/touch.ts'
import type { LevelClaim } from '../../analysis/score-collector.ts'
import type { ClaimKind, RiseGroup, ScoreCollector } from '../types.ts'
import { USED_STRENGTHS } from '#server/analysis/levels/tracker.ts'

const isDecided = ({ outcome }: { readonly outcome: Outcome }): boolean => outcome !== 'open'

/** Share of a level's controls that held; undefined when none was decided. */
export function chanceOf(controls: readonly Outcome[]): number | undefined {
  const decided = controls.filter((outcome) => outcome !== 'open')
  return decided.length === 0 ? undefined : decided.filter((outcome) => outcome === 'held').length / decided.length
}

/** The claim that a level holds, of every touched one. */
export const toHoldCases = (trials: readonly LevelTrial<{ readonly holdProbability: number }>[]): ClaimCase[] =>
  trials.filter(isDecided).map(({ time, meta, outcome, controls }) => ({
    time,
    claimed: meta.holdProbability,
    happened: outcome === 'held',
    chance: chanceOf(controls),
  }))

export const levelTrials = ({ samples, minutes, hourlyRanges }: ScoreCollector): LevelTrial<LevelClaim>[] =>
  evaluateLevels(samples, minutes, hourlyRanges, seededRandom(1))

export const holdClaims: ClaimKind = (pair, collector) => [
  {
    pair,
    claim: 'a level holds',
    timeframe: undefined,
    cases: toHoldCases(levelTrials(collector)),
    tolerance: TOLERANCE,
  },
]

const nameOf = ({ judgedBy, share, hours }: HoldDefinition): string =>
  `a stronger level holds more often, by ${judgedBy} within ${share} hourly ranges and ${hours} h`

/** Whether stronger classes hold more often, under each definition. */
export const classRises = (pair: PairId, { samples, minutes, hourlyRanges }: ScoreCollector): RiseGroup[] =>
  HOLD_DEFINITIONS.map((definition) => ({
    pair,
    claim: nameOf(definition),
    cases: evaluateLevels(samples, minutes, hourlyRanges, seededRandom(1), definition, 0)
      .filter(isDecided)
      .map(({ time, meta, outcome }) => ({
        time,
        step: USED_STRENGTHS.indexOf(meta.strength),
        happened: outcome === 'held',
      })),
  }))
