import type { Estimate } from '#contract/backtests/report.ts'
import { blockLength } from './block-length.ts'
import { drawIndices, longRunVariance } from './stationary-bootstrap.ts'

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
