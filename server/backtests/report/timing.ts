import type { Timing } from '#contract/backtests/report.ts'

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
