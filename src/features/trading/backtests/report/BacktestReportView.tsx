import type { Contributions as ContributionsData } from '#contract/backtests/contributions.ts'
import type { BacktestReport } from '#contract/backtests/report.ts'
import type { Trade } from '#contract/backtests/result.ts'
import type { PairId } from '#contract/pairs.ts'
import { Section } from '../../detail/Section.tsx'
import { Contributions } from './Contributions.tsx'
import { EquitySection } from './EquitySection.tsx'
import { Figures, Luck } from './Figures.tsx'
import { Headline } from './Headline.tsx'
import { Months } from './Months.tsx'
import * as css from './report.css.ts'
import { Stability } from './Stability.tsx'
import { Trades } from './Trades.tsx'

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
