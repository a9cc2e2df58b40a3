import { ArrowLeft, Download, Play } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { type BacktestJob, type BacktestDetail as Detail, isOpen } from '#contract/backtests/jobs.ts'
import type { Trade } from '#contract/backtests/result.ts'
import { csvLine } from '#contract/csv.ts'
import type { Backtests } from '#src/app/services.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Meter } from '#src/ui/data/Meter.tsx'
import { download, saveJson } from '#src/ui/download.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatPercent } from '#src/ui/format/number.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { Menu } from '#src/ui/overlays/Menu.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { Section } from '../detail/Section.tsx'
import { columns } from '../detail/detail.css.ts'
import { type BacktestActions, RowMenu } from './RowMenu.tsx'
import { Status } from './columns.tsx'
import { runItems, settingItems, progressText, STATUS_TEXTS } from './result-items.ts'

const HEADER = [
  'decided_at',
  'opened_at',
  'closed_at',
  'side',
  'entry_price',
  'exit_price',
  'quantity',
  'profit',
  'profit_percent',
  'fees',
  'slippage',
  'exit',
  'why',
]

const iso = (ms: number): string => new Date(ms).toISOString()

/** Trades as CSV, one a line: times in UTC, amounts in dollars. */
export const tradesCsv = (trades: readonly Trade[]): string =>
  [
    HEADER,
    ...trades.map((trade) => [
      iso(trade.decided_at),
      iso(trade.opened_at),
      iso(trade.closed_at),
      trade.side,
      trade.entry_price,
      trade.exit_price,
      trade.quantity,
      trade.profit,
      trade.profit_pct,
      trade.fees,
      trade.slippage,
      trade.exit,
      trade.why,
    ]),
  ]
    .map(csvLine)
    .join('')

const BacktestReportView = lazy(async () => ({
  default: (await import('./report/BacktestReportView.tsx')).BacktestReportView,
}))

interface BacktestDetailProps {
  /** As in the list; undefined if it is not there. */
  readonly job: BacktestJob | undefined
  readonly backtests: Backtests
  readonly actions: BacktestActions | undefined
  /** Puts its strategy on paper; undefined if the user may not. */
  readonly onTrade: ((job: BacktestJob) => void) | undefined
  readonly onBack: () => void
}

function Result({ backtest, result }: Detail) {
  if (result === null) return null
  return (
    <div className={layout.stack[4]}>
      <Suspense fallback={<Skeleton height="480px" />}>
        <BacktestReportView
          report={result.report}
          contributions={result.contributions}
          trades={result.trades}
          pair={backtest.settings.pair}
        />
      </Suspense>
      <Section title="What was tested">
        <div className={columns}>
          <KeyValueList items={settingItems(backtest)} />
          <KeyValueList items={runItems(result)} />
        </div>
        {result.notes.map((note) => (
          <p key={note} className={layout.quiet}>
            {note}
          </p>
        ))}
      </Section>
    </div>
  )
}

function Export({ backtest, result }: Detail) {
  if (result === null) return null
  return (
    <Menu
      text="Export"
      size="small"
      align="end"
      icon={<Download size={14} aria-hidden="true" />}
      items={[
        { id: 'json', label: 'Result as JSON' },
        { id: 'csv', label: 'Trades as CSV' },
      ]}
      onSelect={(format) => {
        if (format === 'csv') download('pairbot-trades.csv', 'text/csv', tradesCsv(result.trades))
        else saveJson('pairbot-backtest.json', { backtest, result })
      }}
    />
  )
}

/** The result of a done backtest, loaded once. */
function Loaded({ id, backtests }: { readonly id: string; readonly backtests: Backtests }) {
  const data = useRemoteData(useMemo(() => backtests.one(id), [backtests, id]))
  return (
    <AsyncContent data={data} loading="Loading result..." failed="Failed to load the result" lines={8}>
      {(detail) => (
        <div className={layout.stack[4]}>
          <div className={layout.wrap[2]}>
            <Export {...detail} />
          </div>
          <Result {...detail} />
        </div>
      )}
    </AsyncContent>
  )
}

const PROGRESS_MEANING = { kind: 'measurement', says: 'The share of the minutes that are analysed.' } as const

function OpenActions({ job, actions }: { readonly job: BacktestJob; readonly actions: BacktestActions }) {
  const [verb, act] =
    job.status === 'paused' ? (['Resume', actions.resume] as const) : (['Pause', actions.pause] as const)
  return (
    <div className={layout.wrap[2]}>
      <Button size="small" aria-label={`${verb} ${job.name}`} onClick={() => act(job)}>
        {verb}
      </Button>
      <Button size="small" aria-label={`Cancel ${job.name}`} onClick={() => actions.cancel(job)}>
        Cancel
      </Button>
    </div>
  )
}

function Unfinished({ job, actions }: Pick<BacktestDetailProps, 'actions'> & { readonly job: BacktestJob }) {
  const { progress, reason, status } = job
  return (
    <div className={layout.stack[4]}>
      {status === 'failed' ? (
        <Alert tone="danger" title="The backtest did not finish">
          {reason}
        </Alert>
      ) : null}
      {isOpen(job) ? (
        <Meter
          label={progress === null || status === 'paused' ? STATUS_TEXTS[status] : progressText(progress)}
          value={progress?.done ?? 0}
          text={formatPercent(progress?.done ?? 0)}
          meaning={PROGRESS_MEANING}
        />
      ) : null}
      {isOpen(job) && actions !== undefined ? <OpenActions job={job} actions={actions} /> : null}
      <KeyValueList items={settingItems(job)} />
    </div>
  )
}

/** One backtest: its progress, or what came of it. */
export function BacktestDetail({ job, backtests, actions, onTrade, onBack }: BacktestDetailProps) {
  const back = (
    <Button size="small" icon={<ArrowLeft size={14} aria-hidden="true" />} onClick={onBack}>
      All Backtests
    </Button>
  )
  if (!job) {
    return (
      <Card title="Backtest" trailing={back}>
        <ErrorState message="Backtest not found" />
      </Card>
    )
  }
  return (
    <Card
      title={job.name}
      help={<Help of="Backtest" topic="backtestReport" />}
      trailing={
        <div className={layout.wrap[2]}>
          <Status job={job} />
          {onTrade && job.status === 'done' && job.subject.strategy_id !== undefined ? (
            <Button
              size="small"
              variant="primary"
              icon={<Play size={14} aria-hidden="true" />}
              onClick={() => onTrade(job)}
            >
              Trade on Paper
            </Button>
          ) : null}
          {actions === undefined ? null : <RowMenu job={job} actions={actions} />}
          {back}
        </div>
      }
    >
      {job.status === 'done' ? (
        <Loaded key={job.id} id={job.id} backtests={backtests} />
      ) : (
        <Unfinished job={job} actions={actions} />
      )}
    </Card>
  )
}
