import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import { connectionStatusTone } from '#src/app/use-connection.ts'
import type { ConnectionView } from '../useConnection.ts'

export interface TdpPanelProps {
  readonly connection: Pick<ConnectionView, 'status' | 'isUnresponsive' | 'url' | 'onReconnect'>
  /** Messages received since signing in. */
  readonly received: number
}

/** The market-data socket. Reconnect disconnects, waits a second, connects. */
export function TdpPanel({ connection, received }: TdpPanelProps) {
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
