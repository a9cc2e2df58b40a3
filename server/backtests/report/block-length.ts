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
