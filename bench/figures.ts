/** A clock shared by all processes of a machine, in milliseconds. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6

export const percentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN

/** The median, and half of the range over the rounds as a ratio of it. */
export interface Figure {
  readonly median: number
  readonly spread: number
}

export function figureOf(values: readonly number[]): Figure {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
  const range = (sorted.at(-1) ?? Number.NaN) - (sorted[0] ?? Number.NaN)
  return { median, spread: Math.abs(range / 2 / median) }
}
