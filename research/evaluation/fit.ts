/** A training case: its inputs, and whether the outcome happened. */
export interface FitCase {
  readonly inputs: readonly number[]
  readonly happened: boolean
}

const ROUNDS = 25

const logistic = (x: number): number => 1 / (1 + Math.exp(-x))

/** Solves `matrix` times x = `vector` by Gaussian elimination with pivoting; the matrix is positive definite. */
export function solve(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, vector[i] ?? 0])
  const size = rows.length
  for (let column = 0; column < size; column++) {
    let best = column
    for (let i = column + 1; i < size; i++) {
      if (Math.abs(rows[i]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = i
    }
    const pivot = rows[best] ?? []
    rows[best] = rows[column] ?? []
    rows[column] = pivot
    for (let i = 0; i < size; i++) {
      const row = rows[i]
      if (!row || i === column) continue
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1)
      for (let j = column; j <= size; j++) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0)
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1))
}

/**
 * Ridge logistic regression by Newton's method: the intercept and one weight per input, in log-odds per unit of the input.
 * Weights are shrunk towards 0 with strength `ridge`, measured in standard deviations of their input.
 */
export function fitLogistic(cases: readonly FitCase[], ridge: number): { intercept: number; weights: number[] } {
  const width = cases[0]?.inputs.length ?? 0
  const meanOf = (read: (inputs: readonly number[]) => number) =>
    cases.reduce((sum, { inputs }) => sum + read(inputs), 0) / cases.length
  const means = Array.from({ length: width }, (_, k) => meanOf((inputs) => inputs[k] ?? 0))
  const scales = means.map((mean, k) => Math.sqrt(meanOf((inputs) => ((inputs[k] ?? 0) - mean) ** 2)) || 1)
  const rows = cases.map(({ inputs }) => [1, ...inputs.map((x, k) => (x - (means[k] ?? 0)) / (scales[k] ?? 1))])

  let betas = Array.from({ length: width + 1 }, () => 0)
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = betas.map((beta, k) => (k === 0 ? 0 : ridge * beta))
    const curvature = betas.map((_, k) => betas.map((__, l) => (k === l && k > 0 ? ridge : 0)))
    rows.forEach((row, i) => {
      const p = logistic(row.reduce((sum, x, k) => sum + x * (betas[k] ?? 0), 0))
      const error = p - (cases[i]?.happened ? 1 : 0)
      row.forEach((x, k) => {
        gradient[k] = (gradient[k] ?? 0) + error * x
        const line = curvature[k] ?? []
        row.forEach((other, l) => {
          line[l] = (line[l] ?? 0) + p * (1 - p) * x * other
        })
      })
    })
    const step = solve(curvature, gradient)
    betas = betas.map((beta, k) => beta - (step[k] ?? 0))
  }
  const weights = means.map((_, k) => (betas[k + 1] ?? 0) / (scales[k] ?? 1))
  const intercept = (betas[0] ?? 0) - weights.reduce((sum, weight, k) => sum + weight * (means[k] ?? 0), 0)
  return { intercept, weights }
}
