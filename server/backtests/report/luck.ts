import type { Selection, Timing } from '#contract/backtests/report.ts'
import { ofYear, shapeOf } from './figures.ts'

const TWO_PI = 2 * Math.PI
/** Beyond, the tail is below 1e-23. */
const LIMIT = 10
const TOLERANCE = 1e-15
const MAX_STEPS = 100

const density = (z: number): number => Math.exp(-(z * z) / 2) / Math.sqrt(TWO_PI)

/**
 * Share of the standard normal distribution below `z`, within 1e-15: the series of G. Marsaglia, Evaluating the Normal
 * Distribution, Journal of Statistical Software 11(4), 2004.
 */
export function normalShareBelow(z: number): number {
  if (z <= -LIMIT) return 0
  if (z >= LIMIT) return 1
  let term = z
  let sum = z
  for (let odd = 3; Math.abs(term) > TOLERANCE * Math.abs(sum); odd += 2) {
    term *= (z * z) / odd
    sum += term
  }
  return 0.5 + sum * density(z)
}

/** The value that `share` of the standard normal distribution lies below: Newton's method, safeguarded by bisection. */
export function normalQuantile(share: number): number {
  let low = -LIMIT
  let high = LIMIT
  let z = 0
  for (let step = 0; step < MAX_STEPS; step++) {
    const error = normalShareBelow(z) - share
    if (error > 0) high = z
    else low = z
    const newton = z - error / density(z)
    const next = newton > low && newton < high ? newton : (low + high) / 2
    if (Math.abs(next - z) < TOLERANCE * Math.max(1, Math.abs(z))) return next
    z = next
  }
  return z
}

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

/** The same decisions at other times, through the same fills. */
export interface ShiftedRuns {
  /** Number of minutes in the span; shifts wrap around its end. */
  readonly rows: number
  /** Number of shifts. */
  readonly shifts: number
  /** Profit, in units of the capital, of the decisions moved later by `shift` minutes. */
  readonly returnOfShift: (shift: number) => number
  readonly random: () => number
}

/**
 * Compares a return with those of the same decisions shifted in time. Shifting keeps the number of decisions, their sides and
 * their distances, so that only their timing is random; the p of the run among its shifts, (k + 1) / (n + 1), is exact for
 * decisions that know nothing of the price: B. Phipson and G. K. Smyth, Permutation P-values Should Never Be Zero, Statistical
 * Applications in Genetics and Molecular Biology 9(1), 2010.
 */
export function timingOf(own: number, { rows, shifts, returnOfShift, random }: ShiftedRuns): Timing | null {
  if (rows < 2 || shifts < 1) return null
  const returns = Array.from({ length: shifts }, () => returnOfShift(1 + Math.floor(random() * (rows - 1))))
  const asGood = returns.filter((each) => each >= own).length
  const sorted = returns.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? own
  return {
    shifts,
    as_good: asGood,
    as_bad: returns.filter((each) => each <= own).length,
    p: (asGood + 1) / (shifts + 1),
    median: at(0.5),
    low: at(0.025),
    high: at(0.975),
  }
}
