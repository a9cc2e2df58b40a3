import { useMemo } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { Move, Backtest as BacktestData } from '#contract/strategies/backtest.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { formatChange, formatNumber, formatPercent, NOT_AVAILABLE, pluralize } from '#src/ui/format/number.ts'
import { useTradingContext } from '../trading-context.ts'
import { TestButton } from '../backtests/TestButton.tsx'
import { asSentence } from '../texts.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './wizard.css.ts'

const MOVE_COLUMNS: readonly Column<Move>[] = [
  { id: 'after', header: 'After', cell: ({ after_minutes: minutes }) => `${minutes} min` },
  { id: 'decisions', header: 'Decisions', cell: ({ decisions }) => formatNumber(decisions), numeric: true },
  { id: 'mean', header: 'Mean move', cell: ({ mean }) => formatChange(mean), numeric: true },
  {
    id: 'random',
    header: 'Random (95%)',
    cell: ({ baseline }) =>
      baseline === null ? NOT_AVAILABLE : `${formatChange(baseline.low)} to ${formatChange(baseline.high)}`,
    numeric: true,
  },
  { id: 'result', header: 'Result', cell: ({ result }) => result },
]

/** The rule that blocked most often, with its count. */
function blockingRule({ blocking_rule: blocking, rules, evaluations }: BacktestData): string {
  const rule = rules.find(({ rule_id: id }) => id === blocking?.rule_id)
  return rule === undefined
    ? 'none'
    : `${rule.name}: ${formatNumber(rule.blocked)} of ${formatNumber(evaluations)} times`
}

function Report({ backtest }: { readonly backtest: BacktestData }) {
  const { shares, moves, notes, decisions, evaluations } = backtest
  return (
    <div className={css.stack}>
      <div className={css.sections}>
        <KeyValueList
          items={[
            { label: 'Hours of data', value: formatNumber(backtest.hours_covered, 1) },
            { label: 'Evaluations', value: formatNumber(evaluations) },
            { label: 'BUY and SELL decisions', value: formatNumber(decisions) },
            { label: 'Decisions per hour', value: formatNumber(backtest.decisions_per_hour, 2) },
          ]}
        />
        <KeyValueList
          items={[
            { label: 'BUY', value: formatPercent(shares.BUY, 1) },
            { label: 'SELL', value: formatPercent(shares.SELL, 1) },
            { label: 'HOLD', value: formatPercent(shares.HOLD, 1) },
            { label: 'Most frequent blocking rule', value: blockingRule(backtest) },
          ]}
        />
      </div>
      <Table
        caption="Price move after a decision, in its direction"
        columns={MOVE_COLUMNS}
        rows={moves}
        rowKey={({ after_minutes: minutes }) => String(minutes)}
        empty="Nothing to measure"
      />
      {notes.map((note) => (
        <p key={note} className={layout.quiet}>
          {note}
        </p>
      ))}
    </div>
  )
}

/** Runs a backtest of the strategy over the last day. */
export function Backtest({ definition }: { readonly definition: CustomStrategy }) {
  const { feeds } = useTradingContext()
  const source = useMemo(() => feeds.backtest(definition), [feeds, definition])
  const { value: backtest, error, isLoading, reload } = useRemoteData(source)
  return (
    <section className={css.section} aria-label="Backtest">
      <h4 className={css.panelTitle}>Backtest over the last {pluralize(STRATEGY.backtestHours, 'hour')}</h4>
      <p className={layout.quiet}>What this strategy would have decided. Nothing is created.</p>
      {backtest === undefined && error === undefined ? (
        <div className={css.section}>
          <output className={layout.loading}>
            <Spinner size="small" /> Running backtest...
          </output>
          <Skeleton height="160px" />
        </div>
      ) : null}
      {error === undefined ? null : (
        <Alert
          tone="warning"
          title="Backtest failed"
          action={
            <Button size="small" busy={isLoading} onClick={reload}>
              Retry
            </Button>
          }
        >
          {asSentence(error.text)} You can still create the strategy.
        </Alert>
      )}
      {backtest === undefined ? null : <Report backtest={backtest} />}
      <p className={layout.quiet}>What it would have earned takes longer: a backtest with simulated trades.</p>
      <div>
        <TestButton
          size="small"
          testable={{ subject: { kind: 'draft', definition }, name: definition.name, pairs: definition.symbols }}
        />
      </div>
    </section>
  )
}
