import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { firstValueFrom } from 'rxjs'
import { CONNECTION_STATUS, HEALTH } from '#contract/limits.ts'
import { RAW_FIGURES } from '#src/analysis/figures.ts'
import { useServices } from '#src/app/services.ts'
import { connectionStatusTone } from '#src/app/use-connection.ts'
import { useAllPairs } from '#src/app/use-dashboard-view.ts'
import { livenessOf, type StreamRecord, type StreamSummary, type Traffic } from '#src/streams/index.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { JsonBlock } from '#src/ui/data/JsonBlock.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { formatJson } from '#src/ui/format/json.ts'
import { formatNumber, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { ErrorList } from '../ErrorList.tsx'
import DiagnosticsButton from '../diagnostics/DiagnosticsButton.tsx'
import { type ConnectionView, useConnection } from '../useConnection.ts'
import { ConnectionWidgets } from '../widget/ConnectionWidgets.tsx'
import * as css from './ConnectionStatus.css.ts'
import { candleFacts, type SocketError, socketErrors } from './debug.ts'
import { useSampled } from './useSampled.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { ProxyHealthCard } from '../health/ProxyHealthCard.tsx'
import { useProxyHealth } from '../health/useProxyHealth.ts'
import { testReportText } from '../health/vitals.ts'

export interface ProxyHealthProps {
  readonly details?: boolean
  /** Polling interval while this is mounted; the monitor decides between several. */
  readonly everyMs?: number
}

/** The proxy health monitor; Test reports PASSED or FAILED. Suspends until its code is loaded. */
export function ProxyHealth({ details = false, everyMs = HEALTH.pollMs }: ProxyHealthProps) {
  const health = useProxyHealth(everyMs)
  const { dialogs } = useOverlays()
  async function test() {
    const testReport = await health.onTest()
    if (testReport !== undefined) await dialogs.alert(testReportText(testReport))
  }
  return <ProxyHealthCard health={{ ...health, onTest: () => void test() }} details={details} />
}

/** A stream in the format it is copied in. Times in unix ms. */
const streamData = (record: StreamRecord) => ({
  streamKey: record.key,
  category: record.category,
  subcategory: record.subcategory,
  market: record.provenance?.market ?? null,
  status: record.status,
  messageCount: record.messageCount,
  lastUpdate: record.data === null ? null : record.receivedAt,
  lastMessageId: record.messageId ?? null,
  lastMessageData: record.data,
})

/** Records sorted by key, so that a sample always shows the same streams. */
const byKey = (records: readonly StreamRecord[]): readonly StreamRecord[] =>
  records.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))

const isActive = ({ status }: StreamRecord) => status === 'active'

/** The active streams, sorted by key. */
const activeStreams = (records: readonly StreamRecord[]): readonly StreamRecord[] => byKey(records.filter(isActive))

/** Every stream with the summary as JSON, for Copy All Stream Data. */
const allStreamData = (records: readonly StreamRecord[], summary: StreamSummary): string =>
  formatJson({
    summary: { ...summary, categories: Object.fromEntries(summary.categories) },
    streams: byKey(records).map(streamData),
  })

/** Latest data by stream key as JSON, without metadata. */
const sampleOf = (records: readonly StreamRecord[]): string =>
  formatJson(Object.fromEntries(records.map(({ key, data }) => [key, data])))

interface StreamsPanelProps {
  readonly records: readonly StreamRecord[]
  /** Number of active streams now; the records may be from a while ago. */
  readonly activeStreams: number
  readonly onCopyAll: () => void
}

/** The first 3 active streams as JSON; Copy All copies all active ones. */
function StreamsPanel({ records, activeStreams: count, onCopyAll }: StreamsPanelProps) {
  const active = activeStreams(records)
  const shown = active.slice(0, CONNECTION_STATUS.streamsShown)
  return (
    <Card
      title="Active Redis Streams"
      subtitle={`first ${shown.length} of ${formatNumber(count)}`}
      headingLevel={3}
      state={active.length === 0 ? { kind: 'empty', text: 'No active streams' } : { kind: 'ready' }}
      trailing={
        <Button size="small" disabled={active.length === 0} onClick={onCopyAll}>
          Copy All
        </Button>
      }
    >
      <JsonBlock label="Active streams as JSON" title={RAW_FIGURES} json={formatJson(shown.map(streamData))} />
    </Card>
  )
}

/** Raw latest data of the first 2 streams. */
function SamplePanel({ records }: Pick<StreamsPanelProps, 'records'>) {
  const sample = byKey(records).slice(0, CONNECTION_STATUS.sampleShown)
  return (
    <Card
      title="Debug sample"
      subtitle={`latest data of the first ${sample.length} streams`}
      headingLevel={3}
      state={sample.length === 0 ? { kind: 'empty', text: 'No stream has sent anything yet' } : { kind: 'ready' }}
    >
      <JsonBlock label="Debug sample as JSON" title={RAW_FIGURES} json={sampleOf(sample)} />
    </Card>
  )
}

interface StreamPanelProps {
  readonly connection: Pick<ConnectionView, 'status' | 'isUnresponsive' | 'isFallback' | 'info'>
  readonly activeStreams: number
}

/** State of the analytics socket. */
function StreamPanel({ connection, activeStreams }: StreamPanelProps) {
  const { status, isFallback, info } = connection
  const isLive = livenessOf(connection) === 'live'
  return (
    <Card title="Stream Connection" subtitle="Analytics" headingLevel={3}>
      <KeyValueList
        items={[
          {
            label: 'WebSocket status',
            value: <Badge tone={connectionStatusTone(connection)}>{status.toUpperCase()}</Badge>,
          },
          { label: 'Active streams', value: formatNumber(activeStreams) },
          {
            label: 'Fallback mode',
            value: isFallback ? (
              <Badge tone="danger">API POLLING</Badge>
            ) : (
              <Badge tone={isLive ? 'success' : 'warning'}>WEBSOCKET</Badge>
            ),
          },
          {
            label: 'Connection id',
            value: info.connectionId?.slice(0, CONNECTION_STATUS.idShown) ?? NOT_AVAILABLE,
            mono: true,
          },
        ]}
      />
    </Card>
  )
}

interface DebugPanelProps {
  readonly traffic: Traffic
  /** Of both sockets, oldest first. */
  readonly errors: readonly SocketError[]
}

/** The last message of the market-data socket and the last errors of both. */
function DebugPanel({ traffic, errors }: DebugPanelProps) {
  const facts = candleFacts(traffic)
  return (
    <Card title="WebSocket debug info" headingLevel={3}>
      <div className={layout.columns}>
        <KeyValueList
          items={[
            { label: 'Last message type', value: traffic.last?.message.type ?? NOT_AVAILABLE },
            { label: 'Pair', value: facts.pair },
            { label: 'Price', value: facts.price },
            { label: 'Candle', value: facts.candle },
          ]}
        />
        {errors.length === 0 ? (
          <p className={layout.muted}>No errors</p>
        ) : (
          <ErrorList
            title={`Last errors (${zoneName()})`}
            errors={errors}
            shown={CONNECTION_STATUS.socketErrorsShown}
          />
        )}
      </div>
    </Card>
  )
}

interface TdpPanelProps {
  readonly connection: Pick<ConnectionView, 'status' | 'isUnresponsive' | 'url' | 'onReconnect'>
  /** Messages received since signing in. */
  readonly received: number
}

/** The market-data socket. Reconnect disconnects, waits a second, connects. */
function TdpPanel({ connection, received }: TdpPanelProps) {
  const { status, url, onReconnect } = connection
  return (
    <Card
      title="TDP WebSocket"
      subtitle="Market data"
      headingLevel={3}
      trailing={
        <Button size="small" onClick={onReconnect}>
          Reconnect
        </Button>
      }
    >
      <KeyValueList
        items={[
          { label: 'Status', value: <Badge tone={connectionStatusTone(connection)}>{status}</Badge> },
          { label: 'Messages received', value: formatNumber(received) },
          { label: 'URL', value: url, mono: true },
        ]}
      />
    </Card>
  )
}

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
