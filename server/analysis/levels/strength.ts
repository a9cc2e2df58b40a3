import type { LevelStrength } from '#contract/analysis/levels.ts'
import { FEATURES, type FeatureName, type LevelFeatures } from './features.ts'

/**
 * Log-odds that a level holds at its next touch: what each feature adds. Fitted by ridge logistic regression on the reference
 * months of 2018 and of the first quarter of 2019 (`npm run score -- --fit`), checked on the months after; the reasons are in
 * docs/decisions/analysis-level-strength.md.
 */
const WEIGHTS: Record<FeatureName, number> = {
  edge: -0.08,
  reversed: 0.166,
  contested: 0.098,
  chop: -0.06,
  volume: -0.06,
  fresh: 0.08,
  stale: -0.08,
  round: -0.1,
  reaction: -0.06,
}
const INTERCEPT = -0.1
/** Log-odds below which 0, 10, ... 100 % of the levels of the fitted months lie. */
const DECILES = [-1.2, -0.6, -0.45, -0.35, -0.25, -0.2, -0.12, -0.05, 0.02, 0.1, 0.5]

/** Log-odds that a level with these features holds. */
export const logOddsOf = (features: LevelFeatures): number =>
  FEATURES.reduce((sum, name) => sum + WEIGHTS[name] * features[name], INTERCEPT)

/**
 * Probability that a level holds at its next touch: that price, having reached it, goes back by two five-minute ranges before
 * it goes beyond by as much. Its calibration is part of the score report.
 */
export const holdProbability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

/** Share of the levels of the fitted months that were less likely to hold: 0 the weakest, 1 the strongest. */
export function strengthScore(logOdds: number): number {
  const step = 1 / (DECILES.length - 1)
  for (let i = 1; i < DECILES.length; i++) {
    const low = DECILES[i - 1] ?? 0
    const high = DECILES[i] ?? 0
    if (logOdds < high) return Math.max(0, (i - 1 + Math.max(0, logOdds - low) / (high - low)) * step)
  }
  return 1
}

/** Critical: the strongest tenth; Strong and Moderate from 0.66 and 0.33, where the strength bar changes its colour. */
export function strengthOf(score: number): LevelStrength {
  if (score >= 0.9) return 'Critical'
  if (score >= 0.66) return 'Strong'
  return score >= 0.33 ? 'Moderate' : 'Weak'
}
