import { PAIRS } from '#contract/pairs.ts'
import type { Templates } from '#contract/strategies/responses.ts'
import { templateHeadline, type TemplateResult } from '#contract/strategies/template-results.ts'
import { formatChange, formatNumber, formatPercent, pluralize } from '#src/ui/format/number.ts'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { LUCK_LABELS } from '../backtests/report/texts.ts'
import { spanText } from '../backtests/result-items.ts'
import * as css from './templates.css.ts'

interface ResultProps {
  readonly result: TemplateResult
}

const changeOf = (fraction: number): string => formatChange(100 * fraction, 1)

/** Return, holding and luck in a line. */
export function TemplateOutcome({ result }: ResultProps) {
  const { text, tone } = LUCK_LABELS[result.luck]
  return (
    <span className={css.outcome} title={templateHeadline(result)}>
      <span>
        <strong>{changeOf(result.return)}</strong>{' '}
        <span className={layout.muted}>holding {changeOf(result.holding)}</span>
      </span>
      <Badge tone={tone}>{text}</Badge>
    </span>
  )
}

const COLUMNS: readonly Column<TemplateResult['spans'][number]>[] = [
  { id: 'pair', header: 'Pair', cell: ({ pair }) => PAIRS[pair].label },
  { id: 'span', header: 'Span (UTC)', cell: spanText },
  { id: 'return', header: 'Return', numeric: true, cell: (span) => changeOf(span.return) },
  { id: 'holding', header: 'Holding', numeric: true, cell: ({ holding }) => changeOf(holding) },
  { id: 'fall', header: 'Largest fall', numeric: true, cell: (span) => formatPercent(span.max_drawdown, 1) },
  { id: 'trades', header: 'Trades', numeric: true, cell: ({ trades }) => formatNumber(trades) },
]

/** What the backtests came to, in words and one by one. */
export const TemplateResults = ({ result }: ResultProps) => (
  <>
    <p data-figure="record">{templateHeadline(result)}</p>
    <Table
      caption="Backtests"
      columns={COLUMNS}
      rows={result.spans}
      rowKey={({ pair, from }) => `${pair} ${from}`}
      empty="No backtests"
      stacks
    />
  </>
)

/** What was tried and is not offered. */
export const TriedTemplates = ({ tried }: Pick<Templates, 'tried'>) => (
  <details>
    <summary className={layout.muted}>
      {pluralize(tried.length, 'more was', 'more were')} tried and not offered: none beat holding or luck
    </summary>
    <div className={css.tried}>
      {tried.map(({ name, description, result }) => (
        <section key={name} className={css.group} aria-label={name}>
          <h4 className={css.subtitle}>{name}</h4>
          <p className={layout.muted}>{description}</p>
          <TemplateResults result={result} />
        </section>
      ))}
    </div>
  </details>
)
