import type { ClaimKind } from '../types.ts'
import { bandClaims, reachedClaims } from './forecasts.ts'
import { holdClaims } from './levels.ts'
import { patternClaims } from './patterns.ts'
import { phaseClaims } from './phases.ts'
import { zoneClaims } from './zones.ts'

/** Every kind of probability that a payload claims: a new one is added here, and `npm run score --check` judges it. */
export const CLAIM_KINDS: readonly ClaimKind[] = [
  holdClaims,
  zoneClaims,
  phaseClaims,
  patternClaims,
  reachedClaims,
  bandClaims,
]
