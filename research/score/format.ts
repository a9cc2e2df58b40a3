import type { Proportion } from '#research/evaluation/interval.ts'

/** Stands for a figure without cases. */
export const NONE = 'no cases'

export const percent = (share: number): string => (100 * share).toFixed(1).padStart(5)

export const formatProportion = ({ share, low, high, count }: Proportion): string =>
  count === 0 ? NONE : `${percent(share)} % [${percent(low)}, ${percent(high)}] of ${String(count).padStart(6)}`
