/** A claimed probability, 0 to 1 exclusive, and whether its outcome happened. */
export interface ClaimedOutcome {
  readonly claimed: number
  readonly happened: boolean
}

const ROUNDS = 25

const logit = (p: number): number => Math.log(p / (1 - p))
const logistic = (x: number): number => 1 / (1 + Math.exp(-x))

/**
 * The factor by which the log-odds of claimed probabilities fit their outcomes best: logistic regression without an
 * intercept, by Newton's method. 1: they fit as they are; above 1: they should be further from one half.
 */
export function fitLogOddsFactor(cases: readonly ClaimedOutcome[]): number {
  const logOdds = cases.map(({ claimed, happened }) => ({ x: logit(claimed), happened }))
  let factor = 1
  for (let round = 0; round < ROUNDS; round++) {
    let [gradient, curvature] = [0, 0]
    for (const { x, happened } of logOdds) {
      const p = logistic(factor * x)
      gradient += x * ((happened ? 1 : 0) - p)
      curvature += x * x * p * (1 - p)
    }
    if (curvature === 0) return factor
    factor += gradient / curvature
  }
  return factor
}
