import { useObservableEagerState } from 'observable-hooks'
import { memo, useMemo } from 'react'
import { cx } from '#src/ui/cx.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { useMonitoring } from '#src/app/services.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { connectionStatusTone } from '#src/app/use-connection.ts'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import * as css from './latency.css.ts'
import { HistogramRow } from './Histogram.tsx'

function SocketLatency({ connection }: { readonly connection: ConnectionSummary }) {
  const { quality } = useMonitoring()
  const quality$ = useMemo(() => quality.socket(connection.feed), [quality, connection.feed])
  return (
    <HistogramRow
      name={connection.label}
      status={<Badge tone={connectionStatusTone(connection)}>{connection.status}</Badge>}
      quality={useObservableEagerState(quality$)}
      of="socket"
    />
  )
}

/** Latency and loss of both sockets as measured by this client. */
export const LatencyCard = memo(({ connections }: { readonly connections: readonly ConnectionSummary[] }) => (
  <Card
    title="Latency & Loss"
    subtitle="from server to paint, last 60 minutes"
    help={<Help of="Latency & Loss" topic="latency" />}
    compact
    footer={
      <>
        <span className={css.count}>
          <span className={cx(css.swatch, css.swatches.p50)} aria-hidden="true" />
          p50
        </span>
        <span className={css.count}>
          <span className={cx(css.swatch, css.swatches.p99)} aria-hidden="true" />
          p99
        </span>
        <span>Log scale, 1 ms to 100 s, from the server's send to the painted frame</span>
      </>
    }
  >
    <div className={css.sockets}>
      {connections.map((connection) => (
        <SocketLatency key={connection.feed} connection={connection} />
      ))}
    </div>
  </Card>
))
