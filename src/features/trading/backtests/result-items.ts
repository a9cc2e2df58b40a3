import type { BacktestDetail } from '#contract/backtests/jobs.ts'
import type { BacktestResult } from '#contract/backtests/result.ts'
import { PAIRS } from '#contract/pairs.ts'
import type { KeyValue } from '#src/ui/data/KeyValueList.tsx'
import { formatChange, formatDollars, formatNumber, formatPercent } from '#src/ui/format/number.ts'
import { spanText, subjectKind } from './texts.ts'

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
