import { TOLERANCE } from '#research/evaluation/claims.ts'
import { evaluateLevels } from '#research/evaluation/evaluate-levels.ts'
import { seededRandom } from '#server/lib/random.ts'
import type { ClaimKind } from '../types.ts'
import { toHoldCases } from './levels.ts'

/** The claims that confluence zones hold, by the word that is published for them. */
export const zoneClaims: ClaimKind = (pair, { zones, minutes, hourlyRanges }) => {
  const trials = evaluateLevels(zones, minutes, hourlyRanges, seededRandom(1))
  const saysHold = (reaction: string) => reaction === 'bounce' || reaction === 'rejection'
  return [true, false].map((holds) => ({
    pair,
    claim: holds ? 'a zone of "bounce" or "rejection" holds' : 'a zone of "breakdown" or "breakout" holds',
    timeframe: undefined,
    cases: toHoldCases(trials.filter(({ meta }) => saysHold(meta.reaction) === holds)),
    tolerance: TOLERANCE,
  }))
}
