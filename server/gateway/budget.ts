/** What is left of an allowance that is earned back evenly. */
export interface Budget {
  left: number
  /** Up to when it was earned back, in milliseconds of the clock. */
  countedAt: number
}

export interface Allowance {
  /** How much may be spent in a burst. */
  readonly atOnce: number
  readonly perMinute: number
}

export const fullBudget = ({ atOnce }: Allowance, now: number): Budget => ({ left: atOnce, countedAt: now })

/** Spends one; false when nothing is left. */
export function spend(budget: Budget, { atOnce, perMinute }: Allowance, now: number): boolean {
  const earned = Math.max(0, ((now - budget.countedAt) / 60_000) * perMinute)
  budget.left = Math.min(atOnce, budget.left + earned)
  budget.countedAt = now
  if (budget.left < 1) return false
  budget.left -= 1
  return true
}
