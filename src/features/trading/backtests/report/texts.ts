import type { Estimate, LuckResult } from '#contract/backtests/report.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { formatNumber, formatPercent } from '#src/ui/format/number.ts'
import type { FigureMeaning } from '#src/ui/data/meaning.ts'

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

const measured = (says: string): FigureMeaning => ({ kind: 'measurement', says })
const INTERVAL = 'The range beside it holds the true value in 95 of 100 cases.'

/** What the figures of a backtest's report say. They are read off the past and promise nothing. */
export const MEANINGS = {
  return: measured('Change of the equity over the span, after fees and slippage.'),
  benchmark: measured('The same capital, bought at the first price and sold at the last, with the same costs.'),
  drawdown: measured('Deepest fall below the highest equity before, minute by minute.'),
  costs: measured('Fees and slippage of all trades, and their share of the profit before them.'),
  exposure: measured(`Share of the time with an open position. ${INTERVAL}`),
  hit_rate: measured(`Share of the trades that ended with a profit. ${INTERVAL}`),
  profit_factor: measured(`What winning trades gained per dollar that losing ones lost. ${INTERVAL}`),
  sharpe: measured(
    `Mean of the daily returns relative to how much they vary, for a year. Cash has 0, most markets less than 1. ${INTERVAL}`,
  ),
  sortino: measured(`Like the Sharpe ratio, but relative to losing days only. ${INTERVAL}`),
  timing: measured(
    'The same decisions, moved by random times around the span, traded in the same way. If many of them do as well, the timing was luck.',
  ),
  selection: measured(
    'Who tries many variants finds a good one by luck. This is the probability that the true Sharpe ratio is above 0, allowing for all variants tried on this pair and span (deflated Sharpe ratio).',
  ),
  luckyBest: measured('Sharpe ratio that the best of as many variants without any skill is expected to show.'),
  gain: measured(`By how much the equity ended higher with it than without. ${INTERVAL}`),
  votes: { kind: 'record', says: 'The price had moved the way of the vote an hour later, at full hours.' },
} as const satisfies Record<string, FigureMeaning>
