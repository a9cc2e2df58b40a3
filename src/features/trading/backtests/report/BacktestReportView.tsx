import type { Contributions as ContributionsData } from '#contract/backtests/contributions.ts'
import type { BacktestReport, ReportYear } from '#contract/backtests/report.ts'
import type { Trade } from '#contract/backtests/result.ts'
import type { PairId } from '#contract/pairs.ts'
import { PriceChange } from '#src/ui/data/PriceChange.tsx'
import { formatChange } from '#src/ui/format/number.ts'
import { type Column, Table } from '#src/ui/table/Table.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Section } from '../../detail/Section.tsx'
import { Contributions } from './Contributions.tsx'
import { EquitySection } from './EquitySection.tsx'
import { Figures, Luck } from './Figures.tsx'
import { Stability } from './Stability.tsx'
import { Trades } from './Trades.tsx'
import { MEANINGS } from './meanings.ts'
import * as css from './report.css.ts'
import { LUCK_LABELS } from './texts.ts'

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
