import type { BacktestReport } from '#contract/backtests/report.ts'
import { KeyValueList, type KeyValue } from '#src/ui/data/KeyValueList.tsx'
import { NOT_AVAILABLE, formatChange, formatDollars, formatNumber, formatPercent } from '#src/ui/format/number.ts'
import * as css from './report.css.ts'
import { ratioText, shareText, MEANINGS } from './texts.ts'

const percentOf = (fraction: number) => formatChange(100 * fraction)

function resultItems({
  capital,
  profit,
  benchmark,
  max_drawdown: drawdown,
  costs,
  ...rest
}: BacktestReport): KeyValue[] {
  const total = costs.fees + costs.slippage
  return [
    {
      label: 'Result',
      value: `${percentOf(rest.return)} ($${formatNumber(capital)} to $${formatNumber(capital + profit, 2)})`,
      meaning: MEANINGS.return,
    },
    { label: 'Buy and hold', value: percentOf(benchmark.return), meaning: MEANINGS.benchmark },
    {
      label: 'Max drawdown',
      value: `${formatPercent(drawdown, 1)}, buy and hold ${formatPercent(benchmark.max_drawdown, 1)}`,
      meaning: MEANINGS.drawdown,
    },
    {
      label: 'Costs',
      value: `${formatDollars(total)}${
        costs.share === null ? '' : `, ${formatPercent(costs.share)} of the profit before them`
      }`,
      meaning: MEANINGS.costs,
    },
    { label: 'Trades', value: formatNumber(rest.trades) },
  ]
}

function ratioItems({ exposure, hit_rate, profit_factor, sharpe, sortino }: BacktestReport['figures']): KeyValue[] {
  return [
    { label: 'Time in the market', value: shareText(exposure), meaning: MEANINGS.exposure },
    { label: 'Winning trades', value: shareText(hit_rate), meaning: MEANINGS.hit_rate },
    { label: 'Profit factor', value: ratioText(profit_factor), meaning: MEANINGS.profit_factor },
    { label: 'Sharpe ratio', value: ratioText(sharpe), meaning: MEANINGS.sharpe },
    { label: 'Sortino ratio', value: ratioText(sortino), meaning: MEANINGS.sortino },
  ]
}

/** What it earned and cost, and its ratios with their 95 % intervals. */
export const Figures = ({ report }: { readonly report: BacktestReport }) => (
  <div className={css.figures}>
    <KeyValueList items={resultItems(report)} />
    <KeyValueList items={ratioItems(report.figures)} />
  </div>
)

function luckItems({ timing, selection }: BacktestReport): KeyValue[] {
  const items: KeyValue[] = []
  if (timing)
    items.push(
      {
        label: 'Same decisions at other times',
        value: `${formatNumber(timing.as_good)} of ${formatNumber(timing.shifts)} did as well (p = ${formatNumber(timing.p, 3)})`,
        meaning: MEANINGS.timing,
      },
      {
        label: '95 of 100 of them',
        value: `${percentOf(timing.low)} to ${percentOf(timing.high)}, half below ${percentOf(timing.median)}`,
        meaning: MEANINGS.timing,
      },
    )
  if (selection)
    items.push(
      {
        label: 'Variants you tried on this span',
        value: formatNumber(selection.variants),
        meaning: MEANINGS.selection,
      },
      {
        label: 'Sharpe ratio of the best of as many lucky ones',
        value: selection.variants > 1 ? formatNumber(selection.lucky_best, 2) : NOT_AVAILABLE,
        meaning: MEANINGS.luckyBest,
      },
      {
        label: 'Deflated Sharpe ratio',
        value: formatPercent(selection.probability, 1),
        meaning: MEANINGS.selection,
      },
    )
  return items
}

/** What shifting the decisions in time and trying variants explain. */
export function Luck({ report }: { readonly report: BacktestReport }) {
  const items = luckItems(report)
  return items.length === 0 ? null : (
    <div className={css.luck}>
      <KeyValueList items={items} />
    </div>
  )
}
