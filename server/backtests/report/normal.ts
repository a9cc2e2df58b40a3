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
