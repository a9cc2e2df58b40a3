import type { LevelStrength } from '#contract/payloads/levels.ts'
import { interpolate } from '../candles/math.ts'
import { FEATURES, type FeatureName, type LevelFeatures } from './features.ts'

/**
 * Weight of each feature in the log-odds that a level holds at its next touch, under eight definitions of holding. Fitted on
 * seventeen reference months by research/fit/levels.ts and validated on fifteen others, see
 * docs/decisions/0020-level-strength.md.
 */
const WEIGHTS: Record<FeatureName, number> = {
  reversed: 0.13,
  contested: 0.159,
  crossed: 0.031,
  reaction: -0.059,
  approach: 0.073,
}
const INTERCEPT = -0.241
/** Deciles of the log-odds over the levels of the fitted months: 0, 10, ... 100 %. */
const DECILES = [-0.587, -0.332, -0.287, -0.242, -0.199, -0.161, -0.13, -0.096, -0.051, 0.021, 0.357]
/** The weights above were fitted over all definitions of a hold; this maps them to the one that `holdProbability` uses. */
const HOLD = { intercept: 0.127, weight: 0.796 }

/** Log-odds that a level with these features holds, over all definitions. */
export const logOddsOf = (features: LevelFeatures): number =>
  FEATURES.reduce((sum, name) => sum + WEIGHTS[name] * features[name], INTERCEPT)

/**
 * Probability that a level holds at its next touch: that price, having reached it, closes a minute 0.7 of the hourly range
 * back before one as far beyond, within four hours. The score report includes its calibration.
 */
export const holdProbability = (logOdds: number): number =>
  1 / (1 + Math.exp(-(HOLD.intercept + HOLD.weight * logOdds)))

const SCORES = DECILES.map((logOdds, i) => [logOdds, i / (DECILES.length - 1)] as const)

/** Share of the levels of the fitted months that were less likely to hold: 0 is the weakest, 1 the strongest. */
export const strengthScore = (logOdds: number): number => interpolate(SCORES, logOdds)

/** The classes that levels are given, weakest first. */
export const USED_STRENGTHS: readonly LevelStrength[] = ['Weak', 'Moderate', 'Strong']

/**
 * Three classes, from 0.33 and 0.66, where the strength bar changes color. A fourth of the strongest tenth would not differ
 * with 95 % under each definition, so that no level is called Critical.
 */
export function strengthOf(score: number): LevelStrength {
  if (score >= 0.66) return 'Strong'
  return score >= 0.33 ? 'Moderate' : 'Weak'
}
