import { OUTPUT_CLASSES } from '#contract/models/features.ts'

/** Probabilities that the next candle closes above, below or at this close. They add up to 1. */
export interface Probabilities {
  readonly up: number
  readonly down: number
  readonly flat: number
}

/** Well above float32 rounding errors, and well below the deviation of outputs that are not probabilities. */
const TOLERANCE = 1e-3

const isProbability = (value: number): boolean => value >= -TOLERANCE && value <= 1 + TOLERANCE
const clamp = (value: number): number => Math.min(1, Math.max(0, value))

/** Parses one row of a model's output, or returns the problem with it. */
export function probabilitiesOf(row: readonly number[]): Probabilities | { readonly problem: string } {
  const shown = row.slice(0, 5).join(', ')
  if (!row.every((value) => Number.isFinite(value) && isProbability(value))) {
    return { problem: `its output (${shown}) contains values that are not probabilities from 0 to 1` }
  }
  const [first = 0, second = 0, third = 0] = row
  if (row.length === OUTPUT_CLASSES[1].length) return { up: clamp(first), down: clamp(1 - first), flat: 0 }
  const sum = row.reduce((total, value) => total + value, 0)
  if (Math.abs(sum - 1) > TOLERANCE) return { problem: `the probabilities of its output (${shown}) add up to ${sum}` }
  if (row.length === OUTPUT_CLASSES[2].length) return { down: clamp(first), up: clamp(second), flat: 0 }
  if (row.length === OUTPUT_CLASSES[3].length) return { down: clamp(first), flat: clamp(second), up: clamp(third) }
  return { problem: `its output has ${row.length} values instead of 1, 2 or 3` }
}
