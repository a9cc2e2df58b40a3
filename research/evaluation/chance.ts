/** Share of the standard normal distribution beyond `z` on either side (Abramowitz and Stegun 7.1.26, within 2e-7). */
function beyond(z: number): number {
  const x = z / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const sum = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return sum * Math.exp(-x * x)
}

/** Standard errors that none of `count` true claims differs by, in 95 of 100 reports (Bonferroni). */
export function largestDeviation(count: number): number {
  let low = 0
  let high = 10
  while (high - low > 1e-3) {
    const middle = (low + high) / 2
    if (beyond(middle) > 0.05 / Math.max(1, count)) low = middle
    else high = middle
  }
  return high
}

/** Most of `count` true claims that chance puts outside of their intervals of 95 %, in 97.5 of 100 reports. */
export const mostOff = (count: number): number => Math.floor(0.05 * count + 1.96 * Math.sqrt(0.05 * 0.95 * count))
