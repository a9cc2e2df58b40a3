import type { Estimate } from '#contract/backtests/report.ts'

/** Autocorrelations within this many standard errors count as none. */
const CRITICAL = 1.96

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function autocovariances(values: readonly number[], lags: number): number[] {
  const middle = mean(values)
  const centered = values.map((value) => value - middle)
  return Array.from({ length: lags + 1 }, (_, lag) => {
    let sum = 0
    for (let i = lag; i < centered.length; i++) sum += (centered[i] ?? 0) * (centered[i - lag] ?? 0)
    return sum / values.length
  })
}

/** Flat-top window of Politis and Romano (1995). */
const flatTop = (position: number): number => (position <= 0.5 ? 1 : Math.max(0, 2 * (1 - position)))

/** Lags after which the autocorrelation is over: the first run of `run` negligible ones begins there. */
function correlatedLags(covariances: readonly number[], count: number, run: number): number {
  const limit = CRITICAL * Math.sqrt(Math.log10(count) / count)
  const isLarge = (lag: number) => Math.abs((covariances[lag] ?? 0) / (covariances[0] ?? 1)) >= limit
  let lags = 1
  for (let lag = 2; lag < lags + run + 1 && lag < covariances.length; lag++) if (isLarge(lag)) lags = lag
  return lags
}

/**
 * Mean block length of the stationary bootstrap that suits a series: D. N. Politis and H. White, Automatic Block-Length
 * Selection for the Dependent Bootstrap, Econometric Reviews 23(1), 2004, with the correction of A. Patton, D. N. Politis and
 * H. White, Econometric Reviews 28(4), 2009. At least 1; at most 3 √n and a third of the series.
 */
export function blockLength(values: readonly number[]): number {
  const count = values.length
  if (count < 3) return 1
  const run = Math.max(5, Math.ceil(Math.sqrt(Math.log10(count))))
  const most = Math.min(count - 1, Math.ceil(Math.sqrt(count)) + run)
  const covariances = autocovariances(values, most)
  if ((covariances[0] ?? 0) <= 0) return 1
  const bandwidth = Math.min(2 * correlatedLags(covariances, count, run), most)
  let [weighted, spectrum] = [0, covariances[0] ?? 0]
  for (let lag = 1; lag <= bandwidth; lag++) {
    const part = 2 * flatTop(lag / bandwidth) * (covariances[lag] ?? 0)
    weighted += lag * part
    spectrum += part
  }
  if (spectrum === 0) return 1
  const length = Math.cbrt((weighted / spectrum) ** 2 * count)
  return Math.max(1, Math.min(length, Math.ceil(Math.min(3 * Math.sqrt(count), count / 3))))
}

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

/** A figure that is a smooth function of the means of columns. */
export interface Statistic {
  /** @param count number of observations */
  readonly value: (means: readonly number[], count: number) => number
  /** Derivatives of the value by each mean. */
  readonly gradient: (means: readonly number[], count: number) => readonly number[]
}

/** Odd multiples of 40 put the 2.5th and the 97.5th percentile on one resample each (Davison and Hinkley 1997, 2.4). */
const RESAMPLES = 999
const TAIL = 0.025

interface Fit {
  readonly value: number
  /** Standard error. */
  readonly error: number
}

/** Columns of equal length, one per mean. */
type Columns = readonly (readonly number[])[]

function meansOf(columns: Columns, indices: Int32Array): number[] {
  return columns.map((column) => {
    let sum = 0
    for (const index of indices) sum += column[index] ?? 0
    return sum / indices.length
  })
}

/** How far each observation moves the value (its influence, by the delta method). */
function influences(columns: Columns, indices: Int32Array, means: readonly number[], gradient: readonly number[]) {
  const influence = new Float64Array(indices.length)
  columns.forEach((column, each) => {
    const [slope, middle] = [gradient[each] ?? 0, means[each] ?? 0]
    for (let i = 0; i < indices.length; i++)
      influence[i] = (influence[i] ?? 0) + slope * ((column[indices[i] ?? 0] ?? 0) - middle)
  })
  return influence
}

/**
 * The value with its 95 % interval by the studentized stationary bootstrap: resamples keep neighboring observations together,
 * and each is measured by its own standard error, so that the interval holds with few observations too (F. Götze and
 * H. R. Künsch, Annals of Statistics 24(5), 1996; for Sharpe ratios O. Ledoit and M. Wolf, Journal of Empirical Finance 15(5),
 * 2008). Null if the value cannot be computed.
 */
export function estimate(columns: Columns, { value, gradient }: Statistic, random: () => number): Estimate | null {
  const count = columns[0]?.length ?? 0
  if (count === 0) return null
  const own = Int32Array.from({ length: count }, (_, index) => index)
  const means = meansOf(columns, own)
  const influence = influences(columns, own, means, gradient(means, count))
  const meanLength = blockLength([...influence])
  const fit: Fit = { value: value(means, count), error: Math.sqrt(longRunVariance(influence, meanLength) / count) }
  if (!Number.isFinite(fit.value) || !Number.isFinite(fit.error)) return null
  if (fit.error === 0) return { value: fit.value, low: fit.value, high: fit.value }
  const deviations: number[] = []
  const drawn = new Int32Array(count)
  for (let resample = 0; resample < RESAMPLES; resample++) {
    drawIndices(meanLength, random, drawn)
    const drawnMeans = meansOf(columns, drawn)
    const variance = longRunVariance(influences(columns, drawn, drawnMeans, gradient(drawnMeans, count)), meanLength)
    const deviation = (value(drawnMeans, count) - fit.value) / Math.sqrt(variance / count)
    if (Number.isFinite(deviation)) deviations.push(deviation)
  }
  deviations.sort((a, b) => a - b)
  const at = (share: number): number => deviations[Math.round(share * (deviations.length + 1)) - 1] ?? Number.NaN
  const [low, high] = [fit.value - at(1 - TAIL) * fit.error, fit.value - at(TAIL) * fit.error]
  return Number.isFinite(low) && Number.isFinite(high) ? { value: fit.value, low, high } : null
}

/** An estimate on another scale; null if a bound is beyond all numbers there, as it would say nothing. */
export function rescaled({ value, low, high }: Estimate, scale: (value: number) => number): Estimate | null {
  const found = { value: scale(value), low: scale(low), high: scale(high) }
  return Object.values(found).every(Number.isFinite) ? found : null
}
