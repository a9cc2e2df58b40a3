/** Exponentially weighted mean of values that apply to stretches of time. */
export interface RangeAverage {
  add(value: number, duration: number): void
  /** Undefined before the first value. */
  value(): number | undefined
}

/**
 * A mean in which a value of one half-life ago weighs half as much as a new one, whatever happened in between. Before a
 * half-life has passed, it is the weighted mean of what there is.
 * @param halfLife in the unit of the durations.
 */
export function createRangeAverage(halfLife: number): RangeAverage {
  const decayOf = (duration: number): number => 0.5 ** (duration / halfLife)
  const decayOfOne = decayOf(1)
  let sum = 0
  let weight = 0
  return {
    add(value, duration) {
      const decay = duration === 1 ? decayOfOne : decayOf(duration)
      sum = sum * decay + (1 - decay) * value
      weight = weight * decay + (1 - decay)
    },
    value: () => (weight > 0 ? sum / weight : undefined),
  }
}
