/** Quantiles that follow the outcomes they are meant to cover. */
export interface AdaptiveQuantiles {
  /** The quantiles now, rising. */
  values(): readonly number[]
  /** Moves each quantile by how it did: `claimed` are the values at the time of the claim. */
  learn(outcome: number, claimed: readonly number[]): void
}

/** How far apart neighboring quantiles stay, and how far they may move from where they start. */
const MIN_SPACING = 0.02
const MAX_SHIFT = 3

/**
 * Adaptive conformal prediction (Gibbs and Candès 2021) of several quantiles: one that was exceeded rises by `step` times its
 * level, one that was not falls by `step` times the rest. The share of outcomes below it therefore tends to its level
 * whatever the distribution is: after n outcomes it is off by at most its total shift / (step · n).
 * @param levels share of outcomes that shall be below each quantile, rising, 0 to 1.
 * @param start quantiles to begin with, rising.
 */
export function createAdaptiveQuantiles(
  levels: readonly number[],
  start: readonly number[],
  step: number,
): AdaptiveQuantiles {
  const shifts = levels.map(() => 0)
  return {
    values() {
      let below = -Infinity
      return start.map((value, i) => (below = Math.max(value + (shifts[i] ?? 0), below + MIN_SPACING)))
    },
    learn(outcome, claimed) {
      levels.forEach((level, i) => {
        const shift = (shifts[i] ?? 0) + step * (outcome > (claimed[i] ?? 0) ? level : level - 1)
        shifts[i] = Math.min(MAX_SHIFT, Math.max(-MAX_SHIFT, shift))
      })
    },
  }
}
