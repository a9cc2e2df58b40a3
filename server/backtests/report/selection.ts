import type { Selection } from '#contract/backtests/report.ts'
import { normalQuantile, normalShareBelow } from './normal.ts'
import { ofYear, shapeOf } from './ratios.ts'

/** Euler's constant. */
const GAMMA = 0.5772156649015329

/**
 * Expected best of the Sharpe ratios, in standard errors, of as many variants without skill: equation 1 of D. H. Bailey and
 * M. López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40(5), 2014.
 */
export const expectedBest = (variants: number): number =>
  variants <= 1
    ? 0
    : (1 - GAMMA) * normalQuantile(1 - 1 / variants) + GAMMA * normalQuantile(1 - 1 / (variants * Math.E))

/**
 * The deflated Sharpe ratio (equation 2 of the same): the probability that the true Sharpe ratio is above 0, given what the best
 * of as many variants without skill would show. Their Sharpe ratios vary by the sampling error of as many days, 1 / (days - 1):
 * those of the variants tried are not used, as near-copies vary little and would hide the selection. Null without variation.
 */
export function selectionOf(returns: readonly number[], variants: number): Selection | null {
  const shape = returns.length < 2 ? undefined : shapeOf(returns)
  if (!shape) return null
  const { days, sharpe, skewness, kurtosis } = shape
  const best = expectedBest(variants) / Math.sqrt(days - 1)
  const spread = Math.sqrt(Math.max(Number.EPSILON, 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe))
  return {
    variants,
    lucky_best: ofYear(best),
    probability: normalShareBelow(((sharpe - best) * Math.sqrt(days - 1)) / spread),
  }
}
