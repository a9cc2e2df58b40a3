import { Download } from 'lucide-react'
import { useSubscription } from 'observable-hooks'
import { Suspense, useMemo, type ReactNode } from 'react'
import { useConnectionStatus, useMonitoring } from '#src/app/services.ts'
import { useAllPairs } from '#src/app/use-dashboard-view.ts'
import { useConnectionSummary } from '#src/app/use-connection.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { StreamDialog } from './detail/StreamDialog.tsx'
import { SystemErrors } from './errors/SystemErrors.tsx'
import { StreamsCard } from './grid/StreamsCard.tsx'
import { useHealthTest } from './health/useHealthTest.ts'
import { HistoryProgress } from './history/HistoryProgress.tsx'
import { useHistoryLoad } from './history/useHistoryLoad.ts'
import { Overview } from './overview/Overview.tsx'
import { useUrlState, type UrlState } from './useUrlState.ts'

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
