import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { firstValueFrom } from 'rxjs'
import { CONNECTION_STATUS, HEALTH } from '#contract/limits.ts'
import { useServices } from '#src/app/services.ts'
import { useAllPairs } from '#src/app/use-dashboard-view.ts'
import type { StreamRecord } from '#src/streams/index.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { formatJson } from '#src/ui/format/json.ts'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import DiagnosticsButton from '../diagnostics/DiagnosticsButton.tsx'
import { ProxyHealth } from '../health/ProxyHealth.tsx'
import { useConnection } from '../useConnection.ts'
import { ConnectionWidgets } from '../widget/ConnectionWidgets.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './ConnectionStatus.css.ts'
import { socketErrors } from './debug.ts'
import { DebugPanel } from './DebugPanel.tsx'
import { activeStreams, allStreamData, streamData } from './stream-data.ts'
import { StreamPanel } from './StreamPanel.tsx'
import { SamplePanel, StreamsPanel } from './StreamsPanel.tsx'
import { TdpPanel } from './TdpPanel.tsx'
import { useSampled } from './useSampled.ts'

const SAMPLE_MS = 500
const areIdle = (records: readonly StreamRecord[]) => activeStreams(records).length === 0

function Sockets() {
  const { streams } = useServices()
  const tdp = useConnection('tdp')
  const analytics = useConnection('analytics')
  const traffic = useObservableEagerState(useMemo(() => streams.traffic.of('tdp'), [streams]))
  const summary = useSampled(streams.records.summary$, SAMPLE_MS)
  const problems = useSampled(streams.problems$, SAMPLE_MS)
  const isClosed = [tdp, analytics].some(({ status }) => status === 'disconnected')
  const reconnectBoth = () => {
    tdp.onReconnect()
    analytics.onReconnect()
  }
  return (
    <>
      <div className={layout.columns}>
        <StreamPanel connection={analytics} activeStreams={summary.activeStreams} />
        <TdpPanel connection={isClosed ? { ...tdp, onReconnect: reconnectBoth } : tdp} received={traffic.received} />
      </div>
      <ConnectionWidgets />
      <DebugPanel traffic={traffic} errors={socketErrors([tdp, analytics], problems)} />
    </>
  )
}

function StreamData() {
  const { records } = useServices().streams
  const shown = useSampled(records.all$, CONNECTION_STATUS.refreshMs, areIdle)
  const { activeStreams: count } = useSampled(records.summary$, SAMPLE_MS)
  const copy = useCopy()
  // Copies the current data, not what was rendered last.
  async function copyActive() {
    const active = activeStreams(await firstValueFrom(records.all$))
    await copy(formatJson(active.map(streamData)), `Copied ${active.length} streams`)
  }
  async function copyAll() {
    const [all, summary] = await Promise.all([firstValueFrom(records.all$), firstValueFrom(records.summary$)])
    await copy(allStreamData(all, summary), 'Copied all stream data')
  }
  return (
    <>
      <StreamsPanel records={shown} activeStreams={count} onCopyAll={() => void copyActive()} />
      <SamplePanel records={shown} />
      <div className={css.actions}>
        <DiagnosticsButton />
        <Button onClick={() => void copyAll()}>Copy All Stream Data</Button>
      </div>
    </>
  )
}

/** Content of the Connection Status dialog. Suspends until the health monitor's code is loaded. */
export default function ConnectionStatus() {
  useAllPairs()
  return (
    <div className={layout.stack[4]}>
      <ProxyHealth details everyMs={HEALTH.modalPollMs} />
      <Sockets />
      <StreamData />
    </div>
  )
}
