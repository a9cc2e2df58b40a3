import { Database, Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { type BacktestJob, isOpen } from '#contract/backtests/jobs.ts'
import { BACKTEST } from '#contract/limits.ts'
import { PAIR_IDS } from '#contract/pairs.ts'
import type { StrategyTemplate } from '#contract/strategies/responses.ts'
import type { Backtests, CandleImports, StrategyService } from '#src/app/services.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { RenameDialog } from '../RenameDialog.tsx'
import type { BacktestsSearch } from '../search.ts'
import { BacktestDetail } from './BacktestDetail.tsx'
import { Compare } from './Compare.tsx'
import { DataSets } from './DataSets.tsx'
import { NewBacktestDialog } from './NewBacktestDialog.tsx'
import type { BacktestActions } from './RowMenu.tsx'
import * as css from './backtests.css.ts'
import { backtestColumns } from './columns.tsx'
import { type Testable, testableStrategy } from './request.ts'

interface BacktestListProps {
  readonly jobs: readonly BacktestJob[]
  /** Undefined for users who may not change anything. */
  readonly actions: BacktestActions | undefined
  readonly onShow: (id: string) => void
  readonly onCompare: (ids: readonly string[]) => void
}

const NONE: ReadonlySet<string> = new Set()
const FEWEST_COMPARED = 2

/** The backtests, newest first; done ones can be selected and compared. */
function BacktestList({ jobs, actions, onShow, onCompare }: BacktestListProps) {
  const now = useNow(MINUTE_MS)
  const [selected, setSelected] = useState(NONE)
  const columns = useMemo(() => backtestColumns(now, onShow, actions), [now, onShow, actions])
  if (jobs.length === 0) {
    return (
      <EmptyState title="No backtests yet">
        {actions === undefined
          ? 'Backtests are run by Traders and Admins.'
          : 'New Backtest tests a strategy or a template on past candles.'}
      </EmptyState>
    )
  }
  const compared = jobs.filter(({ id, status }) => selected.has(id) && status === 'done').map(({ id }) => id)
  const canCompare = compared.length >= FEWEST_COMPARED && compared.length <= BACKTEST.maxCompared
  return (
    <>
      <div className={css.compareBar}>
        <Button size="small" disabled={!canCompare} onClick={() => onCompare(compared)}>
          Compare
        </Button>
        <span className={layout.quiet}>
          Select {FEWEST_COMPARED} to {BACKTEST.maxCompared} that are done to compare them.
        </span>
      </div>
      <DataTable
        caption="Backtests"
        columns={columns}
        rows={jobs}
        rowId={({ id }) => id}
        selection={{ ids: selected, onChange: setSelected, nameOf: ({ name }) => name, isLimited: true }}
      />
    </>
  )
}

/** Changes of backtests: deleting asks first; a failure shows the server's message. */
function useBacktestActions(backtests: Backtests, onRemoved: (id: string) => void) {
  const { dialogs, toasts } = useOverlays()
  const [renamed, setRenamed] = useState<BacktestJob>()

  const actions = useMemo((): BacktestActions => {
    const act = (verb: 'pause' | 'resume') => async (job: BacktestJob) => {
      const result = await backtests[verb](job.id)
      if (!result.ok) await dialogs.alert({ title: `Failed to ${verb} backtest: ${result.error.text}` })
    }
    async function cancel({ id, name }: BacktestJob): Promise<void> {
      const result = await backtests.cancel(id)
      if (result.ok) toasts.success(`Backtest "${name}" cancelled`)
      else await dialogs.alert({ title: `Failed to cancel backtest: ${result.error.text}` })
    }
    async function remove(job: BacktestJob): Promise<void> {
      const isConfirmed = await dialogs.confirm({
        title: `Are you sure you want to delete backtest "${job.name}"?`,
        text: isOpen(job) ? 'It ends without a result.' : 'Its result will be deleted too.',
        confirmText: 'Delete',
        danger: true,
      })
      if (!isConfirmed) return
      const result = await backtests.remove(job.id)
      if (!result.ok) return dialogs.alert({ title: `Failed to delete backtest: ${result.error.text}` })
      toasts.success(`Backtest "${job.name}" deleted`)
      onRemoved(job.id)
    }
    return {
      rename: setRenamed,
      pause: (job) => void act('pause')(job),
      resume: (job) => void act('resume')(job),
      cancel: (job) => void cancel(job),
      remove: (job) => void remove(job),
    }
  }, [backtests, dialogs, toasts, onRemoved])

  return { actions, renamed, closeRename: () => setRenamed(undefined) }
}

const ofTemplate = ({ id, name }: StrategyTemplate): Testable => ({
  subject: { kind: 'template', template_id: id },
  name,
  pairs: PAIR_IDS,
})

interface ChooseAndTestProps {
  readonly feeds: Pick<StrategyService['feeds'], 'list' | 'templates'>
  readonly backtests: Backtests
  readonly onClose: () => void
  readonly onStarted: (id: string) => void
}

/** A new backtest of one of the user's strategies, or of a template. */
function ChooseAndTest({ feeds, ...dialog }: ChooseAndTestProps) {
  const strategies = useRemoteData(feeds.list)
  const templates = useRemoteData(feeds.templates)
  const isLoading = [strategies, templates].some(({ value, error }) => value === undefined && error === undefined)
  if (isLoading) return null
  const testables = [
    ...(strategies.value ?? []).map(testableStrategy),
    ...(templates.value?.templates ?? []).map(ofTemplate),
  ]
  return <NewBacktestDialog {...dialog} testables={testables} />
}

const ImportCandles = lazy(async () => ({
  default: (await import('../imports/ImportCandles.tsx')).ImportCandles,
}))

export interface BacktestsAddress {
  readonly search: BacktestsSearch
  /** Adds a history entry. */
  readonly go: (search: BacktestsSearch) => void
  /** Leaves for the trading screen, to put the strategy of a backtest on paper. */
  readonly trade: (id: string) => void
}

interface BacktestsAreaProps {
  readonly feeds: Pick<StrategyService['feeds'], 'list' | 'templates'>
  readonly backtests: Backtests
  /** Whether the user's role allows starting and changing backtests. */
  readonly canEdit: boolean
  /** Loads the imports of candles; undefined for users who may not import any. */
  readonly imports?: (() => Promise<CandleImports>) | undefined
  readonly address: BacktestsAddress
}

/** The list of backtests, one of them, or several side by side. */
export function BacktestsArea({ feeds, backtests, canEdit, imports, address }: BacktestsAreaProps) {
  const { search, go } = address
  const list = useRemoteData(backtests.list)
  const [isCreating, setIsCreating] = useState(false)
  const showAll = useCallback(() => go({}), [go])
  const show = useCallback((id: string) => go({ backtest: id }), [go])
  const shown = search.backtest
  const onRemoved = useCallback(
    (id: string) => {
      if (id === shown) showAll()
    },
    [shown, showAll],
  )
  const { actions, renamed, closeRename } = useBacktestActions(backtests, onRemoved)
  const allowed = canEdit ? actions : undefined
  const compared = search.compare?.split(',').slice(0, BACKTEST.maxCompared)
  return (
    <div className={layout.stack[4]}>
      <PageHeader
        title="Backtests"
        subtitle="Strategies on past candles, with simulated trades"
        actions={
          <>
            <Button icon={<Database size={14} aria-hidden="true" />} onClick={() => go({ show: 'candles' })}>
              Candles
            </Button>
            {canEdit ? (
              <Button
                variant="primary"
                icon={<Plus size={14} aria-hidden="true" />}
                onClick={() => setIsCreating(true)}
              >
                New Backtest
              </Button>
            ) : null}
          </>
        }
      />
      {search.show === 'import' && imports ? (
        <Suspense fallback={<Skeleton height="320px" />}>
          <ImportCandles load={imports} onBack={() => go({ show: 'candles' })} />
        </Suspense>
      ) : search.show ? (
        <DataSets
          backtests={backtests}
          onBack={showAll}
          onImport={imports === undefined ? undefined : () => go({ show: 'import' })}
        />
      ) : compared ? (
        <Compare ids={compared} backtests={backtests} onBack={showAll} />
      ) : (
        <AsyncContent data={list} loading="Loading backtests..." failed="Failed to load backtests">
          {(jobs) =>
            shown === undefined ? (
              <Card title="Your Backtests" help={<Help of="Your Backtests" topic="backtests" />} flush>
                <BacktestList
                  jobs={jobs}
                  actions={allowed}
                  onShow={show}
                  onCompare={(ids) => go({ compare: ids.join(',') })}
                />
              </Card>
            ) : (
              <BacktestDetail
                job={jobs.find(({ id }) => id === shown)}
                backtests={backtests}
                actions={allowed}
                onTrade={canEdit ? ({ id }) => address.trade(id) : undefined}
                onBack={showAll}
              />
            )
          }
        </AsyncContent>
      )}
      {isCreating ? (
        <ChooseAndTest
          feeds={feeds}
          backtests={backtests}
          onClose={() => setIsCreating(false)}
          onStarted={(id) => {
            setIsCreating(false)
            show(id)
          }}
        />
      ) : null}
      {renamed ? (
        <RenameDialog
          noun="Backtest"
          renamed={renamed}
          maxLength={BACKTEST.maxName}
          description="Its result stays as it is."
          rename={backtests.rename}
          onClose={closeRename}
        />
      ) : null}
    </div>
  )
}
