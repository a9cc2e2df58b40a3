import { TOLERANCE } from '#research/evaluation/claims.ts'
import { PHASE_TIMEFRAME } from '#server/analysis/structure/tracker.ts'
import type { ClaimKind } from '../types.ts'

/** The claim that the market phase is another one in an hour. */
export const phaseClaims: ClaimKind = (pair, collector) => {
  const claims = collector.phaseClaims()
  const chance = claims.filter(({ happened }) => happened).length / Math.max(1, claims.length)
  return [
    {
      pair,
      claim: 'the market phase changes within an hour',
      timeframe: PHASE_TIMEFRAME,
      cases: claims.map((each) => ({ ...each, chance })),
      tolerance: TOLERANCE,
    },
  ]
}
