import { CONNECTION_STATUS } from '#contract/limits.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { NOT_AVAILABLE, formatNumber } from '#src/ui/format/number.ts'
import { livenessOf } from '#src/streams/index.ts'
import { connectionStatusTone } from '#src/app/use-connection.ts'
import type { ConnectionView } from '../useConnection.ts'

export interface StreamPanelProps {
  readonly connection: Pick<ConnectionView, 'status' | 'isUnresponsive' | 'isFallback' | 'info'>
  readonly activeStreams: number
}

/** State of the analytics socket. */
export function StreamPanel({ connection, activeStreams }: StreamPanelProps) {
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
