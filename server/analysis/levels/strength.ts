import type { LevelStrength } from '#contract/analysis/levels.ts'
import { FEATURES, type FeatureName, type LevelFeatures } from './features.ts'

/**
 * Log-odds that a level holds at its next touch: what each feature adds. Fitted by ridge logistic regression on the reference
 * months of 2018 and of the first quarter of 2019 (`npm run score -- --fit`), checked on the months after; the reasons are in
 * docs/decisions/analysis-level-strength.md.
 */
const WEIGHTS: Record<FeatureName, number> = {
  edge: -0.084,
  reversed: 0.151,
  contested: 0.119,
  chop: -0.056,
  volume: -0.045,
  fresh: 0.075,
  stale: -0.137,
  round: -0.108,
  reaction: -0.053,
}
const INTERCEPT = -0.088
/** Log-odds below which 0, 10, ... 100 % of the levels of the fitted months lie. */
const DECILES = [-0.893, -0.558, -0.444, -0.365, -0.301, -0.241, -0.188, -0.137, -0.077, -0.001, 0.316]
/** The same log-odds with the five-minute range beside them: in a calm market, levels are broken by jumps more often. */
const CALM = { intercept: 1.949, logOdds: 0.766, rangeShare: 0.311 }

/** Log-odds that a level with these features holds, whatever the market is like. */
export const logOddsOf = (features: LevelFeatures): number =>
  FEATURES.reduce((sum, name) => sum + WEIGHTS[name] * features[name], INTERCEPT)

/**
 * Probability that a level holds at its next touch: that price, having reached it, goes back by two five-minute ranges before
 * it goes beyond by as much. Its calibration is part of the score report.
 * @param rangeShare the five-minute average true range as a share of the price.
 */
export const holdProbability = (logOdds: number, rangeShare: number): number =>
  1 /
  (1 + Math.exp(-(CALM.intercept + CALM.logOdds * logOdds + CALM.rangeShare * Math.log(Math.max(rangeShare, 1e-5)))))

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
