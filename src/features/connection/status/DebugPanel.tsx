import { CONNECTION_STATUS } from '#contract/limits.ts'
import type { Traffic } from '#src/streams/index.ts'
import { Card } from '#src/ui/display/Card.tsx'
import { KeyValueList } from '#src/ui/display/KeyValueList.tsx'
import { NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { ErrorList } from '../ErrorList.tsx'
import { candleFacts, type SocketError } from './debug.ts'
import { stack } from './ConnectionStatus.css.ts'

export interface DebugPanelProps {
  readonly traffic: Traffic
  /** Of both sockets, oldest first. */
  readonly errors: readonly SocketError[]
}

/** What came last over the market-data socket, and what went wrong on both. */
export function DebugPanel({ traffic, errors }: DebugPanelProps) {
  const { pair, price, candle } = candleFacts(traffic)
  return (
    <Card title="WebSocket debug info" headingLevel={3}>
      <div className={stack}>
        <KeyValueList
          items={[
            { label: 'Last message type', value: traffic.last?.message.type ?? NOT_AVAILABLE },
            { label: 'Pair', value: pair },
            { label: 'Price', value: price },
            { label: 'Candle', value: candle },
          ]}
        />
        <ErrorList title="Last errors (UTC)" errors={errors} shown={CONNECTION_STATUS.socketErrorsShown} />
      </div>
    </Card>
  )
}
