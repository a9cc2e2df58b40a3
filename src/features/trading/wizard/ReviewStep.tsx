import { type ReactNode, useMemo } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import { PAIRS } from '#contract/pairs.ts'
import type { Backtest as BacktestData, Move } from '#contract/strategies/backtest.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { type DraftRisk, draftSourceName, pairsOf } from '#src/machines/wizard/draft.ts'
import type { EditedVersion } from '#src/machines/wizard/types.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { type KeyValue, KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { formatChange, formatNumber, formatPercent, NOT_AVAILABLE, pluralize } from '#src/ui/format/number.ts'
import { type Column, Table } from '#src/ui/table/Table.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { TestButton } from '../backtests/TestButton.tsx'
import { asSentence } from '../texts.ts'
import { useTradingContext } from '../trading-context.ts'
import { Comparison } from '../versions/Comparison.tsx'
import { compareVersions, onlyDifferences, versionName } from '../versions/compare.ts'
import { RuleText } from './RulesStep.tsx'
import { weightText, cooldownText, positionText } from './titles.ts'
import { useWizard } from './useWizard.ts'
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
function Backtest({ definition }: { readonly definition: CustomStrategy }) {
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

interface ChangesProps {
  readonly edits: EditedVersion
  readonly request: CustomStrategy
}

/** What the edit changes in the present version. */
function Changes({ edits: { strategyId, versionNumber }, request }: ChangesProps) {
  const { feeds } = useTradingContext()
  const data = useRemoteData(
    useMemo(() => feeds.version(strategyId, versionNumber), [feeds, strategyId, versionNumber]),
  )
  return (
    <section className={css.section} aria-label="Changes">
      <h4 className={css.panelTitle}>Changes</h4>
      <AsyncContent data={data} loading={<Skeleton height="96px" />} failed="Failed to load the version you edit">
        {({ definition }) => {
          const groups = onlyDifferences(compareVersions(definition, request))
          return groups.length === 0 ? (
            <p>Nothing has changed so far.</p>
          ) : (
            <Comparison groups={groups} before={versionName(versionNumber)} after={versionName(versionNumber + 1)} />
          )
        }}
      </AsyncContent>
    </section>
  )
}

function ReviewSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={css.section} aria-label={title}>
      <h4 className={css.panelTitle}>{title}</h4>
      {children}
    </section>
  )
}

const NONE = 'none'

const riskItems = (risk: DraftRisk): readonly KeyValue[] => [
  { label: 'Max position size', value: positionText(risk) },
  { label: 'Stop loss', value: risk.stopLossPct === null ? NONE : `${risk.stopLossPct}%` },
  { label: 'Take profit', value: risk.takeProfitPct === null ? NONE : `${risk.takeProfitPct}%` },
  {
    label: 'Signal timeout',
    value: risk.signalTimeoutS === null ? NONE : `${risk.signalTimeoutS} s: ${cooldownText(risk.signalTimeoutS)}`,
  },
]

/** Step 5: a summary of the draft and its backtest. */
export function ReviewStep() {
  const { draft, error, request, edits } = useWizard().snapshot.context
  return (
    <div className={css.stack}>
      {error === undefined ? null : (
        <Alert
          tone="danger"
          title={edits === undefined ? 'Failed to create strategy' : 'Failed to save the new version'}
        >
          {error.isUnanswered
            ? `${asSentence(error.text)} Retrying is safe: ${edits === undefined ? 'the strategy is created' : 'the version is saved'} only once.`
            : error.text}
        </Alert>
      )}
      {edits === undefined || request === undefined ? null : <Changes edits={edits} request={request} />}
      <div className={css.sections}>
        <ReviewSection title="Strategy">
          <KeyValueList
            items={[
              { label: 'Name', value: draft.name.trim() },
              { label: 'Exchange', value: draft.exchange },
              {
                label: 'Trading pair',
                value: pairsOf(draft)
                  .map((pair) => PAIRS[pair].label)
                  .join(', '),
              },
            ]}
          />
          <p className={css.description}>{draft.description.trim()}</p>
        </ReviewSection>
        <ReviewSection title="Risk">
          <KeyValueList items={riskItems(draft.risk)} />
        </ReviewSection>
        <ReviewSection title={`Sources and their weights (${draft.sources.length})`}>
          <KeyValueList
            items={draft.sources.map((source) => ({
              label: draftSourceName(source),
              value: weightText(source.weight),
            }))}
          />
        </ReviewSection>
        <ReviewSection title={`Rules (${draft.rules.length})`}>
          <ul className={layout.stack[2]}>
            {draft.rules.map((rule) => (
              <li key={rule.id} className={css.section}>
                <span className={css.itemName}>{rule.name}</span>
                <RuleText rule={rule} />
              </li>
            ))}
          </ul>
        </ReviewSection>
      </div>
      {request === undefined ? null : <Backtest key={request.id} definition={request} />}
    </div>
  )
}
