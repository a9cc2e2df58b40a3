import { Inbox } from 'lucide-react'
import { Age } from '#src/ui/text/Age.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'
import { BrandMark } from '#src/ui/text/BrandMark.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Card, type CardState } from '#src/ui/cards/Card.tsx'
import { PriceChange } from '#src/ui/data/PriceChange.tsx'
import { Dot } from '#src/ui/text/Dot.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Figure } from '#src/ui/data/Figure.tsx'
import { Gauge } from '#src/ui/data/Gauge.tsx'
import { JsonBlock } from '#src/ui/data/JsonBlock.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Meter } from '#src/ui/data/Meter.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { formatCount, formatPrice } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { TONES } from '#src/ui/theme/palettes.ts'
import { columns, row, stack } from './gallery.css.ts'

/** A fixed time, so that screenshots do not change. */
const THEN = Date.UTC(2019, 5, 30, 23, 59, 7)
const MINUTE_MS = 60_000

interface Bar {
  readonly at: number
  readonly close: number
  readonly volume: number
}
const BARS: readonly Bar[] = [0, 1, 2].map((minute) => ({
  at: THEN - minute * MINUTE_MS,
  close: 10_817.2 - minute * 111.1,
  volume: 1_234 * (minute + 1),
}))
const COLUMNS: readonly Column<Bar>[] = [
  { id: 'at', header: 'Minute (UTC)', cell: (bar) => formatExact(bar.at).slice(0, 16) },
  { id: 'close', header: 'Close (USD)', cell: (bar) => formatPrice(bar.close, 'BTCUSD'), numeric: true },
  { id: 'volume', header: 'Trades', cell: (bar) => formatCount(bar.volume), numeric: true },
]
const STATES: readonly CardState[] = [
  { kind: 'ready' },
  { kind: 'loading', text: 'Analyzing market confluence...' },
  { kind: 'empty', text: 'No significant patterns detected' },
  { kind: 'error', message: 'Failed to load models: HTTP 503: Service Unavailable', onRetry: () => undefined },
  { kind: 'stale', text: 'Last update 12 minutes ago' },
]

export function CardStates() {
  const { dialogs } = useOverlays()
  return STATES.map((state) => (
    <Card
      key={state.kind}
      title={`Card, ${state.kind}`}
      subtitle="BTC/USD · M1"
      trailing={<Badge shape="pill">72%</Badge>}
      state={state}
      bodyHeight="160px"
      onOpen={() => void dialogs.alert({ title: state.kind, text: 'More about this card.' })}
      footer={
        <>
          <span>Simulated</span>
          <Age at={THEN} now={THEN + 3_000} />
        </>
      }
    >
      <KeyValueList
        items={[
          { label: 'Regime', value: 'ranging' },
          { label: 'Stream', value: 'tdp:kraken:BTCUSD:analysis:market_structure', mono: true },
        ]}
      />
    </Card>
  ))
}

export function Display() {
  return (
    <Card title="Display">
      <div className={stack}>
        <div className={row}>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone} shape="pill" dot>
              {tone}
            </Badge>
          ))}
          {TONES.map((tone) => (
            <Dot key={tone} tone={tone} />
          ))}
          <BrandMark size={22} />
        </div>
        <Alert tone="danger" title="Live data connection lost." action={<Button size="small">Reconnect</Button>}>
          Attempting to reconnect...
        </Alert>
        <Alert tone="warning">WebSocket connection unavailable. Using API fallback mode for data updates.</Alert>
        <Alert tone="info">The recorded file ends here.</Alert>
        <Alert tone="success">All services respond.</Alert>
        <div className={columns}>
          <Figure meaning={{ kind: 'record', says: 'Of patterns on H1.' }}>
            right in 46 of 100 (1,808 cases), chance 47
          </Figure>
          <Meter label="Confidence" value={0.72} text="72%" meaning={{ kind: 'evidence' }} />
          <Meter label="Strength" value={0.66} text="66%" tone="success" meaning={{ kind: 'evidence' }} />
          <Meter label="Alignment" value={0.4} text="40%" tone="warning" meaning={{ kind: 'evidence' }} />
          <Meter label="Age factor" value={0.1} text="10%" tone="danger" meaning={{ kind: 'measurement' }} />
          <Meter label="Volume" value={null} text="N/A" meaning={{ kind: 'measurement' }} />
        </div>
        <div className={columns}>
          <Gauge
            label="Momentum"
            value={0.72}
            text="72"
            caption="overbought"
            tone="danger"
            meaning={{ kind: 'measurement' }}
          />
          <Gauge label="Overall Confidence" value={0.64} text="64%" meaning={{ kind: 'evidence' }} />
          <Gauge label="Volume" value={null} text="N/A" meaning={{ kind: 'measurement' }} />
        </div>
        <div className={row}>
          <PriceChange percent={1.254} /> <PriceChange percent={-0.4} /> <PriceChange percent={0} />{' '}
          <PriceChange percent={null} />
          <RelativeTime at={THEN} now={THEN + 5 * MINUTE_MS} />
          <Age at={THEN} now={THEN + 3_000} />
          <Age at={THEN} now={THEN + 12 * MINUTE_MS} staleAfterMs={10 * MINUTE_MS} />
          <Spinner label="Loading" />
          <Skeleton width="120px" height="20px" />
        </div>
        <ErrorBoundary message="This part could not be rendered">
          <JsonBlock label="A message" json={JSON.stringify(BARS, null, 2)} />
        </ErrorBoundary>
        <Table caption="Last minutes" columns={COLUMNS} rows={BARS} rowKey={(bar) => String(bar.at)} empty="No rows" />
        <Table caption="No minutes" columns={COLUMNS} rows={[]} rowKey={String} empty="No candles yet" />
        <EmptyState title="No strategies created yet" icon={<Inbox size={20} aria-hidden="true" />}>
          A strategy appears here as soon as one is created.
        </EmptyState>
      </div>
    </Card>
  )
}
