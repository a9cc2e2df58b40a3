import { solve } from './fit.ts'

/** A training case of a scale: its inputs, the part of the logarithm that is known, and the size that came. */
export interface ScaleCase {
  readonly inputs: readonly number[]
  readonly offset: number
  readonly size: number
}

const ROUNDS = 40
/** Limits of one step, and of what a single case may pull. */
const MAX_STEP = 1
const MAX_SURPRISE = 20
const MIN_CURVATURE = 0.05

/**
 * The logarithm of a mean absolute size as a linear function of the inputs, by Newton's method on the likelihood of a
 * Laplace distribution, log(scale) + size / scale, which asks nothing of the tails. Weights are shrunk towards 0 by `ridge`.
 */
export function fitScale(cases: readonly ScaleCase[], ridge: number): { intercept: number; weights: number[] } {
  const width = (cases[0]?.inputs.length ?? 0) + 1
  const rows = cases.map(({ inputs }) => [1, ...inputs])
  const meanSize = cases.reduce((sum, { size, offset }) => sum + size * Math.exp(-offset), 0) / cases.length
  let betas = Array.from({ length: width }, (_, k) => (k === 0 ? Math.log(meanSize) : 0))
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = betas.map((beta, k) => (k === 0 ? 0 : ridge * beta * cases.length))
    const curvature = betas.map((_, k) => betas.map((__, l) => (k === l && k > 0 ? ridge * cases.length : 0)))
    rows.forEach((row, i) => {
      const { size = 0, offset = 0 } = cases[i] ?? {}
      const surprise = Math.min(
        MAX_SURPRISE,
        size * Math.exp(-row.reduce((sum, x, k) => sum + x * (betas[k] ?? 0), offset)),
      )
      const weight = Math.max(MIN_CURVATURE, surprise)
      row.forEach((x, k) => {
        gradient[k] = (gradient[k] ?? 0) + (1 - surprise) * x
        const line = curvature[k] ?? []
        row.forEach((other, l) => {
          line[l] = (line[l] ?? 0) + weight * x * other
        })
      })
    })
    const step = solve(curvature, gradient)
    betas = betas.map((beta, k) => beta - Math.max(-MAX_STEP, Math.min(MAX_STEP, step[k] ?? 0)))
  }
  return { intercept: betas[0] ?? 0, weights: betas.slice(1) }
}

/** Quantile of values at a share from 0 to 1, interpolated; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? 0
  return below + (at - Math.floor(at)) * ((sorted[Math.ceil(at)] ?? below) - below)
}
