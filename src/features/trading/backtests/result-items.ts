import type { BacktestDetail, BacktestJob, BacktestStatus } from '#contract/backtests/jobs.ts'
import type { BacktestResult } from '#contract/backtests/result.ts'
import { PAIRS } from '#contract/pairs.ts'
import type { KeyValue } from '#src/ui/data/KeyValueList.tsx'
import { formatChange, formatDollars, formatNumber, formatPercent } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

export const STATUS_TEXTS: Readonly<Record<BacktestStatus, string>> = {
  queued: 'Waiting',
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const STATUS_TONES: Readonly<Record<BacktestStatus, Tone>> = {
  queued: 'neutral',
  running: 'info',
  paused: 'warning',
  done: 'success',
  failed: 'danger',
  cancelled: 'neutral',
}

const PHASES = { readings: 'Analysing candles', trades: 'Trading', report: 'Writing the report' } as const

/** What a running one does: 'Analysing candles, 25%'. */
export const progressText = ({ phase, done }: NonNullable<BacktestJob['progress']>): string =>
  phase === 'readings' ? `${PHASES[phase]}, ${formatPercent(done)}` : PHASES[phase]

const SUBJECTS = { draft: 'Draft', strategy: 'Strategy', template: 'Template' } as const

/** 'Strategy, version 2', 'Template'. */
export const subjectKind = ({ kind, version_number: version }: BacktestJob['subject']): string =>
  version === undefined ? SUBJECTS[kind] : `${SUBJECTS[kind]}, version ${version}`

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The days of a span, in UTC: '2019-06-01 to 2019-06-30'. */
export const spanText = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  `${day(from)} to ${day(to - 1)}`

/** What was tested, and how. */
export const settingItems = ({ subject, settings }: BacktestDetail['backtest']): readonly KeyValue[] => [
  { label: 'Tested', value: `${subject.name} (${subjectKind(subject)})` },
  { label: 'Pair', value: PAIRS[settings.pair].label },
  { label: 'Span (UTC)', value: spanText(settings) },
  { label: 'Starting capital', value: formatDollars(settings.capital) },
  { label: 'Fee', value: `${settings.fee_pct}% of each fill` },
  {
    label: 'Slippage',
    value: `${settings.slippage.half_spread_pct}% and ${formatPercent(settings.slippage.range_share)} of the minute's range`,
  },
  { label: 'Short positions', value: settings.allow_short ? 'allowed' : 'not allowed' },
]

/** What came of it, beyond what the report says. */
export const runItems = (result: BacktestResult): readonly KeyValue[] => [
  { label: 'Fees', value: formatDollars(result.fees) },
  { label: 'Slippage paid', value: formatDollars(result.slippage) },
  {
    label: 'Decisions',
    value: `${formatNumber(result.decisions.BUY)} BUY, ${formatNumber(result.decisions.SELL)} SELL, ${formatNumber(result.decisions.HOLD)} HOLD`,
  },
  { label: 'Minutes with a candle', value: formatNumber(result.minutes) },
]

/** What came of it, in brief. */
export const resultItems = (result: BacktestResult, capital: number): readonly KeyValue[] => [
  { label: 'Return', value: formatChange(result.summary.return_pct) },
  { label: 'Buy and hold', value: formatChange(100 * (result.buy_and_hold_equity / capital - 1)) },
  { label: 'Final equity', value: formatDollars(result.final_equity) },
  { label: 'Max drawdown', value: formatPercent(result.summary.max_drawdown_pct / 100, 1) },
  { label: 'Trades', value: formatNumber(result.summary.trades) },
  ...runItems(result),
]
