import { CONNECTION_STATUS } from '#contract/limits.ts'
import { connectionStatusTone } from '#src/app/use-connection.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { zoneName } from '#src/ui/format/regional.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { ErrorList } from '../ErrorList.tsx'
import { type ConnectionView, useConnection } from '../useConnection.ts'
import { action } from './ConnectionWidgets.css.ts'

const NONE = '–'

interface ConnectionWidgetProps {
  readonly connection: ConnectionView
  /** Wall time, unix ms. */
  readonly now: number
}

function timeOf(at: number | undefined, now: number) {
  return at === undefined ? NONE : <RelativeTime at={at} now={now} />
}

/** One socket: state, connection details and last errors. */
export function ConnectionWidget({ connection, now }: ConnectionWidgetProps) {
  const { label, status, isFallback, info, errors, onReconnect } = connection
  return (
    <Card
      title={label}
      headingLevel={3}
      trailing={
        <>
          {isFallback ? <Badge tone="danger">API</Badge> : null}
          <Badge tone={connectionStatusTone(connection)} shape="pill" dot>
            {status}
          </Badge>
        </>
      }
    >
      <div className={layout.stack[3]}>
        <KeyValueList
          items={[
            { label: 'Connection id', value: info.connectionId ?? NONE, mono: true },
            { label: 'Connected time', value: timeOf(info.connectedAt, now) },
            { label: 'Last heartbeat', value: timeOf(info.lastHeartbeat, now) },
            { label: 'Reconnect count', value: info.reconnectCount },
            { label: 'Persistence', value: info.isPersistent ? 'Enabled' : 'Disabled' },
          ]}
        />
        <ErrorList title={`Last errors (${zoneName()})`} errors={errors} shown={CONNECTION_STATUS.errorsShown} />
        {status === 'error' ? (
          <Button variant="primary" size="small" className={action} onClick={onReconnect}>
            Reconnect
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

/** Both sockets side by side; ages are updated every 10 s. */
export function ConnectionWidgets() {
  const now = useNow(CONNECTION_STATUS.refreshMs)
  const tdp = useConnection('tdp')
  const analytics = useConnection('analytics')
  return (
    <div className={layout.columns}>
      {[analytics, tdp].map((connection) => (
        <ConnectionWidget key={connection.feed} connection={connection} now={now} />
      ))}
    </div>
  )
}
