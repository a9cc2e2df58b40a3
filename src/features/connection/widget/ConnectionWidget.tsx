import { CONNECTION_STATUS } from '#contract/limits.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import { connectionStatusTone } from '#src/app/use-connection.ts'
import type { ConnectionView } from '../useConnection.ts'
import { ErrorList } from '../ErrorList.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { action } from './ConnectionWidget.css.ts'

const NONE = '–'

export interface ConnectionWidgetProps {
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
