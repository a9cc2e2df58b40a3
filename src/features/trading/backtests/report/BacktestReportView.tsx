import { lazy, Suspense, useState } from 'react'
import type { Contributions as ContributionsData } from '#contract/backtests/contributions.ts'
import type { BacktestReport, ReportPart, ReportYear, WalkStep } from '#contract/backtests/report.ts'
import type { ExitReason, Trade } from '#contract/backtests/result.ts'
import type { PairId } from '#contract/pairs.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { PriceChange } from '#src/ui/data/PriceChange.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import {
  formatChange,
  formatDollars,
  formatNumber,
  formatPercent,
  formatPrice,
  NOT_AVAILABLE,
  pluralize,
} from '#src/ui/format/number.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { formatDateTime } from '#src/ui/format/time.ts'
import { type Column, Table } from '#src/ui/table/Table.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { useTheme } from '#src/ui/theme/ThemeProvider.tsx'
import { Section } from '../../detail/Section.tsx'
import { Contributions } from './Contributions.tsx'
import { Figures, Luck } from './Figures.tsx'
import * as css from './report.css.ts'
import { LUCK_LABELS, ratioText, MEANINGS } from './texts.ts'
import { EQUITY_CHART_HEIGHT } from '#src/ui/charts/charts.css.ts'

interface Part extends ReportPart {
  readonly name: string
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10)

const PARTS: readonly Column<Part>[] = [
  { id: 'part', header: 'Part', cell: ({ name }) => name },
  { id: 'from', header: 'From (UTC)', cell: ({ from, days }) => (days === 0 ? NOT_AVAILABLE : day(from)) },
  { id: 'days', header: 'Days', cell: ({ days }) => formatNumber(days), numeric: true },
  { id: 'trades', header: 'Trades', cell: ({ trades }) => formatNumber(trades), numeric: true },
  {
    id: 'return',
    header: 'Return',
    meaning: MEANINGS.return,
    cell: (part) => formatChange(100 * part.return),
    numeric: true,
  },
  {
    id: 'sharpe',
    header: 'Sharpe ratio',
    meaning: MEANINGS.sharpe,
    cell: ({ sharpe }) => ratioText(sharpe),
    numeric: true,
  },
]

const STEPS: readonly Column<WalkStep>[] = [
  { id: 'month', header: 'Month', cell: ({ month }) => month },
  {
    id: 'before',
    header: 'All months before',
    meaning: MEANINGS.return,
    cell: ({ before }) => (before === null ? NOT_AVAILABLE : formatChange(100 * before)),
    numeric: true,
  },
  {
    id: 'return',
    header: 'This month',
    meaning: MEANINGS.return,
    cell: (step) => formatChange(100 * step.return),
    numeric: true,
  },
  { id: 'trades', header: 'Trades', cell: ({ trades }) => formatNumber(trades), numeric: true },
]

/** 'In 3 of 5 months it went on as in all months before.' */
function walkText(walk: readonly WalkStep[]): string {
  const later = walk.filter(({ before }) => before !== null)
  const same = later.filter((step) => Math.sign(step.return) === Math.sign(step.before ?? 0)).length
  return later.length === 0
    ? 'One month only: nothing to compare with.'
    : `In ${formatNumber(same)} of ${formatNumber(later.length)} months it went on as in all months before.`
}

/** Whether the result is stable over time: the first two thirds beside the last third, and each month beside those before. */
function Stability({ report: { first, last, walk } }: { readonly report: BacktestReport }) {
  const parts = [
    { ...first, name: 'First two thirds' },
    { ...last, name: 'Last third' },
  ]
  return (
    <>
      <Table caption="First and last part" columns={PARTS} rows={parts} rowKey={({ name }) => name} empty="" stacks />
      <p>{walkText(walk)}</p>
      <Table
        caption="Each month beside all before"
        columns={STEPS}
        rows={walk}
        rowKey={({ month }) => month}
        empty="No months"
        stacks
      />
    </>
  )
}

const PAGE = 50

export const EXITS: Record<ExitReason, string> = {
  decision: 'opposite decision',
  stop_loss: 'stop loss',
  take_profit: 'take profit',
  end: 'end of the span',
  manual: 'by hand',
  limit: 'limit of the account',
}

const columnsOf = (pair: PairId): readonly Column<Trade>[] => [
  { id: 'opened', header: `Opened (${zoneName()})`, cell: (trade) => formatDateTime(trade.opened_at) },
  { id: 'side', header: 'Side', cell: ({ side }) => side },
  { id: 'entry', header: 'Entry', cell: (trade) => formatPrice(trade.entry_price, pair), numeric: true },
  { id: 'exit', header: 'Exit', cell: (trade) => formatPrice(trade.exit_price, pair), numeric: true },
  { id: 'closed', header: `Closed (${zoneName()})`, cell: (trade) => formatDateTime(trade.closed_at) },
  { id: 'reason', header: 'Closed by', cell: ({ exit }) => EXITS[exit] },
  {
    id: 'profit',
    header: 'Profit',
    meaning: MEANINGS.return,
    cell: ({ profit }) => formatDollars(profit),
    numeric: true,
  },
  { id: 'change', header: 'Of the entry', cell: (trade) => <PriceChange percent={trade.profit_pct} />, numeric: true },
  { id: 'costs', header: 'Costs', cell: ({ fees, slippage }) => formatDollars(fees + slippage), numeric: true },
  { id: 'why', header: 'Why', wraps: true, cell: ({ why }) => why },
]

interface TradesProps {
  readonly trades: readonly Trade[]
  readonly pair: PairId
}

/** The trades with why each was opened, newest first, fifty at a time. */
function Trades({ trades, pair }: TradesProps) {
  const [shown, setShown] = useState(PAGE)
  const newest = trades.toReversed().slice(0, shown)
  const left = trades.length - newest.length
  return (
    <>
      <Table
        caption="Trades, newest first"
        columns={columnsOf(pair)}
        rows={newest}
        rowKey={({ opened_at: opened, closed_at: closed }) => `${String(opened)} ${String(closed)}`}
        empty="It made no trade."
        stacks
      />
      {left > 0 ? (
        <Button className={css.more} onClick={() => setShown(shown + PAGE)}>
          Show more ({pluralize(left, 'trade')} left)
        </Button>
      ) : null}
    </>
  )
}

const EquityChart = lazy(async () => ({ default: (await import('#src/ui/charts/EquityChart.tsx')).EquityChart }))

const KEYS = [
  { label: 'Strategy', mark: css.ownMark },
  { label: 'Buy and hold', mark: css.benchmarkMark },
  { label: 'Cash', mark: css.cashMark },
  { label: 'Drawdown', mark: css.drawdownMark },
]

/** The chart in words. */
function describe({ curve, capital, profit, max_drawdown: drawdown, benchmark }: BacktestReport): string {
  const [first, last] = [curve[0], curve.at(-1)]
  return `Equity from ${first?.day ?? ''} to ${last?.day ?? ''}: $${formatNumber(capital)} to $${formatNumber(
    capital + profit,
    2,
  )}, at most ${formatPercent(drawdown, 1)} below its highest. Buy and hold: ${formatPercent(
    benchmark.return,
    1,
  )}, at most ${formatPercent(benchmark.max_drawdown, 1)} below.`
}

/** Equity and drawdown by day, beside buying and holding and cash. */
function EquitySection({ report }: { readonly report: BacktestReport }) {
  const { theme } = useTheme()
  return (
    <>
      <div className={css.legend} aria-hidden="true">
        {KEYS.map(({ label, mark }) => (
          <span key={label} className={css.key}>
            <span className={mark} />
            {label}
          </span>
        ))}
      </div>
      <div className={css.chart}>
        <Suspense fallback={<Skeleton height={EQUITY_CHART_HEIGHT} />}>
          <EquityChart points={report.curve} capital={report.capital} theme={theme} label={describe(report)} />
        </Suspense>
      </div>
    </>
  )
}

const NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const COLUMNS: readonly Column<ReportYear>[] = [
  { id: 'year', header: 'Year', cell: ({ year }) => year },
  ...NAMES.map((name, month): Column<ReportYear> => ({
    id: name,
    header: name,
    numeric: true,
    cell({ months }) {
      const found = months[month] ?? null
      return found === null ? '' : formatChange(100 * found, 1)
    },
  })),
  {
    id: 'total',
    header: 'Year’s total',
    meaning: MEANINGS.return,
    numeric: true,
    cell: ({ total }) => <PriceChange percent={100 * total} />,
  },
]

/** Returns of the months, a year a row. */
const Months = ({ years }: { readonly years: readonly ReportYear[] }) => (
  <Table
    caption="Return by month and year"
    columns={COLUMNS}
    rows={years}
    rowKey={({ year }) => String(year)}
    empty="No months"
    stacks
  />
)

/** What it earned, and whether that is more than luck. */
function Headline({ report: { headline, luck } }: { readonly report: BacktestReport }) {
  const { text, tone } = LUCK_LABELS[luck]
  return (
    <div className={css.headline}>
      <p className={css.sentence}>{headline}</p>
      <Badge tone={tone}>{text}</Badge>
    </div>
  )
}

export interface BacktestReportViewProps {
  readonly report: BacktestReport
  /** Null if nothing was left out. */
  readonly contributions: ContributionsData | null
  /** Oldest first. */
  readonly trades: readonly Trade[]
  readonly pair: PairId
}

/** The report of a backtest: first whether it is more than luck, then the figures behind that. */
export const BacktestReportView = ({ report, contributions, trades, pair }: BacktestReportViewProps) => (
  <article className={css.report} aria-label="Report">
    <Headline report={report} />
    <Figures report={report} />
    <Section title="Equity">
      <EquitySection report={report} />
    </Section>
    {report.timing === null && report.selection === null ? null : (
      <Section title="Skill or luck">
        <Luck report={report} />
      </Section>
    )}
    <Section title="Months">
      <Months years={report.years} />
    </Section>
    <Section title="Did it go on?">
      <Stability report={report} />
    </Section>
    {contributions === null ? null : (
      <Section title="Which source earned its weight">
        <Contributions contributions={contributions} />
      </Section>
    )}
    <Section title="Trades">
      <Trades trades={trades} pair={pair} />
    </Section>
  </article>
)
