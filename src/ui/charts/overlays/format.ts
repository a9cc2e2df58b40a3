import { formatFixed } from '../../format/chart-labels.ts'

const UNITS = [
  { from: 1e9, unit: 'B' },
  { from: 1e6, unit: 'M' },
  { from: 1e4, unit: 'K' },
] as const

/** A value beside a scale: 12.5K, 1.2M; below ten thousand with at most the given decimals. */
export function formatCompact(value: number, decimals: number): string {
  const size = Math.abs(value)
  const found = UNITS.find(({ from }) => size >= from)
  if (found) return `${formatFixed(value / (found.unit === 'K' ? 1e3 : found.from), 1)}${found.unit}`
  return formatFixed(value, size >= 100 ? 0 : size >= 1 ? Math.min(decimals, 1) : Math.max(decimals, 2))
}
