import type { Estimate, LuckResult } from '#contract/backtests/report.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { formatNumber, formatPercent } from '#src/ui/format/number.ts'

/** Shown where too little is known for a figure. */
export const TOO_FEW = 'too few to say'

/** '1.24 (0.31 to 2.10)'. */
export const ratioText = (estimate: Estimate | null): string =>
  estimate === null
    ? TOO_FEW
    : `${formatNumber(estimate.value, 2)} (${formatNumber(estimate.low, 2)} to ${formatNumber(estimate.high, 2)})`

/** '54% (48% to 60%)'. */
export const shareText = (estimate: Estimate | null): string =>
  estimate === null
    ? TOO_FEW
    : `${formatPercent(estimate.value)} (${formatPercent(estimate.low)} to ${formatPercent(estimate.high)})`

export const LUCK_LABELS: Record<LuckResult, { readonly text: string; readonly tone: Tone }> = {
  better: { text: 'More than luck', tone: 'success' },
  selected: { text: 'Could be luck', tone: 'warning' },
  same: { text: 'Could be luck', tone: 'neutral' },
  lost: { text: 'A clear loss', tone: 'danger' },
  worse: { text: 'Worse than luck', tone: 'danger' },
  too_few: { text: 'Too few to say', tone: 'neutral' },
}
