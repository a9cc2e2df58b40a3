/** Weights below this are left out of the variance. */
const NEGLIGIBLE = 1e-4

/**
 * Draws the indices of one resample of a series, in blocks of random length that wrap around its end: D. N. Politis and
 * J. P. Romano, The Stationary Bootstrap, Journal of the American Statistical Association 89(428), 1994.
 * @param meanLength mean length of the blocks, at least 1
 * @param into receives the indices; its length is that of the series
 */
export function drawIndices(meanLength: number, random: () => number, into: Int32Array): void {
  const count = into.length
  let index = 0
  for (let i = 0; i < count; i++) {
    const starts = i === 0 || random() < 1 / meanLength
    index = starts ? Math.floor(random() * count) : (index + 1) % count
    into[i] = index
  }
}

/**
 * Variance of √n times the mean of a resample of `values`, whose mean is 0 (Lemma 1 of Politis and Romano 1994): the long-run
 * variance, with weights that fall with the mean length of the blocks.
 */
export function longRunVariance(values: Float64Array, meanLength: number): number {
  const count = values.length
  let sum = 0
  for (const value of values) sum += value * value
  let fading = 1
  for (let lag = 1; lag < count; lag++) {
    fading *= 1 - 1 / meanLength
    if (fading < NEGLIGIBLE) break
    let product = 0
    // In two loops instead of with a remainder, which took most of the time of an interval.
    for (let i = lag; i < count; i++) product += (values[i - lag] ?? 0) * (values[i] ?? 0)
    for (let i = 0; i < lag; i++) product += (values[count - lag + i] ?? 0) * (values[i] ?? 0)
    sum += 2 * (1 - lag / count) * fading * product
  }
  return sum / count
}
