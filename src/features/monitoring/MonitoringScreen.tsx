import { useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useObservableEagerState, useSubscription } from 'observable-hooks'
import { type ReactNode, Suspense, useId, useMemo, useState } from 'react'
import { throttleTime } from 'rxjs'
import { type Services, useConnectionStatus, useMonitoring, useServices } from '#src/app/services.ts'
import { useAddressChange } from '#src/app/use-address.ts'
import { useConnectionSummary } from '#src/app/use-connection.ts'
import { useAllPairs } from '#src/app/use-dashboard-view.ts'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import { healthTestFailure } from '#src/machines/health/health-tests.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { formatClock, formatExact, toIso } from '#src/ui/format/time.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { StreamDialog } from './detail/StreamDialog.tsx'
import { type SystemError, systemErrors } from './errors/errors.ts'
import { StreamsCard } from './grid/StreamsCard.tsx'
import * as css from './overview/overview.css.ts'
import { type HistoryLoad, useHistoryLoad } from './history/useHistoryLoad.ts'
import { LatencyCard } from './latency/LatencyCard.tsx'
import { CategoryCard } from './overview/CategoryCard.tsx'
import { SummaryCard } from './overview/SummaryCard.tsx'
import { columns } from './overview/overview.css.ts'
import type { MonitoringSearch } from './search.ts'
import { healthCommands } from '#src/machines/health/types.ts'

function ErrorItem({ text, where, count, at, isRecovered, details }: SystemError) {
  return (
    <li className={css.error}>
      <span>
        <span className={css.text} title={details?.join('\n')}>
          {text}
        </span>{' '}
        <span className={css.where}>{where}</span>
      </span>
      <span className={css.when}>
        {isRecovered ? <Badge tone="success">recovered</Badge> : null}
        <span>
          {count > 1 ? `${formatNumber(count)} times, last ` : ''}
          <time dateTime={toIso(at)} title={formatExact(at)}>
            {formatClock(at)}
          </time>
        </span>
      </span>
    </li>
  )
}

/** Number of errors; red while one of them has not recovered. */
function Count({ errors }: { readonly errors: readonly SystemError[] }) {
  const isFine = errors.every(({ isRecovered }) => isRecovered)
  return <Badge tone={isFine ? 'success' : 'danger'}>{formatNumber(errors.length)}</Badge>
}

/** Errors since the page was opened or they were cleared, newest first. */
function SystemErrors({ connections }: { readonly connections: readonly ConnectionSummary[] }) {
  const { streams } = useServices()
  const clearedAt = useObservableEagerState(streams.clearedAt$)
  const errors = systemErrors(useObservableEagerState(streams.problems$), connections, clearedAt)
  return (
    <Card
      title="System Errors"
      subtitle={`times in ${zoneName()}`}
      help={<Help of="System Errors" topic="errors" />}
      flush
      trailing={
        <>
          <Count errors={errors} />
          <Button size="small" disabled={errors.length === 0} onClick={streams.clearProblems}>
            Clear
          </Button>
        </>
      }
    >
      {errors.length === 0 ? (
        <EmptyState
          title={clearedAt === 0 ? 'No errors since this page was opened' : 'No errors since they were cleared'}
        />
      ) : (
        <ul className={css.list} aria-label="System Errors">
          {errors.map((error) => (
            <ErrorItem key={error.id} {...error} />
          ))}
        </ul>
      )}
    </Card>
  )
}

interface HealthTest {
  readonly isRunning: boolean
  readonly run: () => void
}

/** Result of the tests; undefined when the session ended meanwhile. */
type Outcome = { readonly passed: number } | { readonly failure: string } | undefined

async function runHealthTest(health: Services['health']): Promise<Outcome> {
  try {
    const report = await healthCommands(await health()).runTests()
    if (report === undefined) return undefined
    const failure = healthTestFailure(report)
    return failure === undefined ? { passed: report.tests.length } : { failure }
  } catch (error) {
    return { failure: `Health test failed: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Runs the five tests of the stream-proxy. Failures open an alert; success shows a toast. */
function useHealthTest(): HealthTest {
  const { health } = useServices()
  const { dialogs, toasts } = useOverlays()
  const [isRunning, setIsRunning] = useState(false)

  async function run(): Promise<void> {
    setIsRunning(true)
    const outcome = await runHealthTest(health)
    setIsRunning(false)
    if (outcome === undefined) return
    if ('failure' in outcome) await dialogs.alert({ title: 'Health Test', text: outcome.failure })
    else toasts.success(`Health test passed: ${outcome.passed} tests`)
  }

  return { isRunning, run: () => void run() }
}

/** Minimum interval between updates of the totals, in ms. */
const THROTTLE_MS = 250

/** Totals, categories and latency of all streams. */
function Overview({ connections }: { readonly connections: readonly ConnectionSummary[] }) {
  const { records, market$ } = useServices().streams
  const { summary$ } = records
  const market = useObservableEagerState(market$)
  // Summing up a thousand records in every frame would cost more than folding their messages.
  const throttled$ = useMemo(
    () => summary$.pipe(throttleTime(THROTTLE_MS, undefined, { leading: true, trailing: true })),
    [summary$],
  )
  const summary = useObservableEagerState(throttled$)
  return (
    <>
      <SummaryCard {...{ summary, connections, market }} />
      <div className={columns}>
        <CategoryCard summary={summary} />
        <LatencyCard connections={connections} />
      </div>
    </>
  )
}

/** Search params and functions to change them. */
export interface UrlState {
  readonly search: MonitoringSearch
  readonly filter: (part: Pick<MonitoringSearch, 'category' | 'status' | 'q'>) => void
  readonly setPath: (path: string) => void
  readonly setView: (view: MonitoringSearch['view']) => void
  readonly open: (stream: string) => void
  readonly close: () => void
}

/** State in the URL. Opening a stream or choosing a filter adds a history entry; typing does not. */
function useUrlState(): UrlState {
  const search = useSearch({ from: '/guarded/monitoring' })
  const { open, push, replace, close } = useAddressChange<MonitoringSearch>()
  return useMemo(
    () => ({
      search,
      filter: (part) => ('q' in part ? replace : push)(part),
      setPath: (path) => replace({ path: path === '' ? undefined : path, view: 'json' }),
      setView: (view) => replace({ view }),
      open: (stream) => open({ stream }),
      close: () => close({ stream: undefined, view: undefined, path: undefined }),
    }),
    [search, open, push, replace, close],
  )
}

/** Progress of loading history; absent when nothing is loading. */
function HistoryProgress({ load }: { readonly load: HistoryLoad }) {
  const id = useId()
  const { progress, cancel } = load
  if (progress === undefined) return null
  const { done, total, failed, messages } = progress
  return (
    <div className={css.progress}>
      <span id={id}>
        Loading history: {formatNumber(done)} of {formatNumber(total)} streams, {formatNumber(messages)} messages
        {failed === 0 ? '' : `, ${formatNumber(failed)} failed`}
      </span>
      <progress className={css.bar} aria-labelledby={id} value={done} max={Math.max(1, total)} />
      <Button size="small" onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}

export interface MonitoringProps {
  readonly url: UrlState
  /** Additional buttons of the page header. */
  readonly actions?: ReactNode
  /** Additional diagnostic tools, shown at the end. */
  readonly tools?: ReactNode
}

/** As wide as what is loaded in its place, so that the buttons beside it do not move. */
const PLACE_OF_ACTIONS = (
  <Button icon={<Download size={14} aria-hidden="true" />} disabled>
    Download diagnostics
  </Button>
)

/** System Monitoring: shows whether the feed can be trusted. */
export function Monitoring({ url, actions, tools }: MonitoringProps) {
  useSubscription(useMonitoring().discovery$)
  useAllPairs()
  const analytics = useConnectionSummary('analytics')
  const tdp = useConnectionSummary('tdp')
  const connections = useMemo(() => [analytics, tdp], [analytics, tdp])
  const load = useHistoryLoad()
  const health = useHealthTest()
  const openConnectionStatus = useConnectionStatus()
  const { search, filter, setPath, setView, open, close } = url
  const view = search.view ?? (search.path === undefined ? 'table' : 'json')
  return (
    <div className={layout.stack[4]}>
      <PageHeader
        title="System Monitoring"
        subtitle="Streams from the server, their latency, and missing data"
        scrollsActions
        actions={
          <>
            <Button onClick={health.run} busy={health.isRunning} busyText="Testing">
              Health Test
            </Button>
            <Button onClick={load.start} busy={load.progress !== undefined} busyText="Loading history">
              Load Historical
            </Button>
            <Button onClick={openConnectionStatus} aria-haspopup="dialog">
              Connection Status
            </Button>
            <Suspense fallback={PLACE_OF_ACTIONS}>{actions}</Suspense>
          </>
        }
      />
      <HistoryProgress load={load} />
      {connections.some(({ isFallback }) => isFallback) ? (
        <Alert tone="warning">WebSocket connection unavailable. Using API fallback mode for data updates.</Alert>
      ) : null}
      <Overview connections={connections} />
      <StreamsCard search={search} onFilter={filter} onOpen={open} />
      <SystemErrors connections={connections} />
      <ErrorBoundary message="The connection tools could not be loaded">
        <Suspense>{tools}</Suspense>
      </ErrorBoundary>
      <StreamDialog
        streamKey={search.stream}
        path={search.path ?? ''}
        onPath={setPath}
        view={view}
        onView={setView}
        onClose={close}
      />
    </div>
  )
}

/** The monitoring screen with filters and the open stream in the URL. */
export default function MonitoringScreen(props: Omit<MonitoringProps, 'url'>) {
  return <Monitoring url={useUrlState()} {...props} />
}
