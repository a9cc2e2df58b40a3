import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/display/Badge.tsx'
import { Card } from '#src/ui/display/Card.tsx'
import { KeyValueList } from '#src/ui/display/KeyValueList.tsx'
import { RelativeTime } from '#src/ui/display/RelativeTime.tsx'
import { formatClock } from '#src/ui/format/time.ts'
import { action, error, errors as errorsClass, heading, stack, text, when } from './ConnectionPanel.css.ts'
import { FEED_NAMES, STATUS_TONES } from './connections.ts'
import type { ConnectionView } from './connections.ts'

const ERRORS_SHOWN = 3
const NONE = '–'

export interface ConnectionPanelProps {
  readonly connection: ConnectionView
  /** Wall time, unix ms. */
  readonly now: number
}

function moment(at: number | undefined, now: number) {
  return at === undefined ? NONE : <RelativeTime at={at} now={now} />
}

/** One socket: its state, its life so far, its last errors. */
export function ConnectionPanel({ connection, now }: ConnectionPanelProps) {
  const { feed, status, isFallback, info, onReconnect } = connection
  const errors = connection.errors.slice(-ERRORS_SHOWN).toReversed()
  return (
    <Card
      title={FEED_NAMES[feed]}
      headingLevel={3}
      trailing={
        <>
          {isFallback ? <Badge tone="danger">API</Badge> : null}
          <Badge tone={STATUS_TONES[status]} shape="pill" dot>
            {status}
          </Badge>
        </>
      }
    >
      <div className={stack}>
        <KeyValueList
          items={[
            { label: 'Connection id', value: info.connectionId ?? NONE, mono: true },
            { label: 'Connected time', value: moment(info.connectedAt, now) },
            { label: 'Last heartbeat', value: moment(info.lastHeartbeat, now) },
            { label: 'Reconnect count', value: info.reconnectCount },
            { label: 'Persistence', value: info.isPersistent ? 'Enabled' : 'Disabled' },
          ]}
        />
        {errors.length === 0 ? null : (
          <div>
            <h4 className={heading}>Last errors (UTC)</h4>
            <ul className={errorsClass}>
              {errors.map((each) => (
                <li key={`${each.at} ${each.text}`} className={error}>
                  <span className={text}>{each.text}</span>
                  <span className={when}>{formatClock(each.at)}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
        {status === 'error' ? (
          <Button variant="primary" size="small" className={action} onClick={onReconnect}>
            Reconnect
          </Button>
        ) : null}
      </div>
    </Card>
  )
}
