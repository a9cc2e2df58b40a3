import type { LevelStrength } from '#contract/analysis/levels.ts'
import { FEATURES, type FeatureName, type LevelFeatures } from './features.ts'

/**
 * Weight of each feature in the log-odds that a level holds at its next touch. Fitted on twenty reference months by
 * scripts/fit-levels.ts and validated on twelve others, see docs/decisions/0020-level-strength.md.
 */
const WEIGHTS: Record<FeatureName, number> = {
  edge: -0.129,
  reversed: 0.145,
  contested: 0.098,
  chop: -0.007,
  volume: -0.016,
  stale: -0.142,
  round: -0.16,
  reaction: -0.055,
}
const INTERCEPT = -0.158
/** Deciles of the log-odds over the levels of the fitted months: 0, 10, ... 100 %. */
const DECILES = [-1, -0.655, -0.469, -0.352, -0.271, -0.217, -0.167, -0.12, -0.068, -0.008, 0.151]
/**
 * Combines those log-odds with market volatility: when ranges are small, levels are broken by jumps more often.
 * Inputs: those log-odds, ln of the hourly range as a share of the price, ln of the five-minute range as a share of the hourly.
 */
const MARKET = { intercept: 1.473, logOdds: 0.917, range: 0.249, pace: 0.181 }

/** Log-odds that a level with these features holds, regardless of market volatility. */
export const logOddsOf = (features: LevelFeatures): number =>
  FEATURES.reduce((sum, name) => sum + WEIGHTS[name] * features[name], INTERCEPT)

/** Current market volatility. */
export interface MarketVolatility {
  readonly price: number
  /** Average true range of an hour, and of five minutes. */
  readonly hourlyRange: number
  readonly fiveMinuteRange: number
}

/** Natural logarithm of a ratio, limited to finite values. */
const ratio = (part: number, total: number): number => Math.log(Math.max(part / total, 1e-6))

/** Inputs of `MARKET` besides the level's log-odds. */
export const volatilityInputs = ({
  price,
  hourlyRange,
  fiveMinuteRange,
}: MarketVolatility): readonly [range: number, pace: number] => [
  ratio(hourlyRange, price),
  ratio(fiveMinuteRange, hourlyRange),
]

/**
 * Probability that a level holds at its next touch: that price, having reached it, moves back by 0.35 of the hourly range
 * before it moves beyond by as much. The score report includes its calibration.
 */
export function holdProbability(logOdds: number, volatility: MarketVolatility): number {
  const [range, pace] = volatilityInputs(volatility)
  const odds = MARKET.intercept + MARKET.logOdds * logOdds + MARKET.range * range + MARKET.pace * pace
  return 1 / (1 + Math.exp(-odds))
}

/** Share of the levels of the fitted months that were less likely to hold: 0 is the weakest, 1 the strongest. */
export function strengthScore(logOdds: number): number {
  const step = 1 / (DECILES.length - 1)
  for (let i = 1; i < DECILES.length; i++) {
    const low = DECILES[i - 1] ?? 0
    const high = DECILES[i] ?? 0
    if (logOdds < high) return Math.max(0, (i - 1 + Math.max(0, logOdds - low) / (high - low)) * step)
  }
  return 1
}

/** The log-odds behind a strength score: the inverse of `strengthScore`. */
export function logOddsOfScore(score: number): number {
  const at = score * (DECILES.length - 1)
  const low = DECILES[Math.floor(at)] ?? 0
  const high = DECILES[Math.min(DECILES.length - 1, Math.floor(at) + 1)] ?? low
  return low + (at - Math.floor(at)) * (high - low)
}

/** Critical: the strongest tenth; Strong and Moderate from 0.66 and 0.33, where the strength bar changes color. */
export function strengthOf(score: number): LevelStrength {
  if (score >= 0.9) return 'Critical'
  if (score >= 0.66) return 'Strong'
  return score >= 0.33 ? 'Moderate' : 'Weak'
}
