import { CONNECTION_STATUS } from '#contract/limits.ts'
import type { Traffic } from '#src/streams/index.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { ErrorList } from '../ErrorList.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { candleFacts, type SocketError } from './debug.ts'

export interface DebugPanelProps {
  readonly traffic: Traffic
  /** Of both sockets, oldest first. */
  readonly errors: readonly SocketError[]
}

/** The last message of the market-data socket and the last errors of both. */
export function DebugPanel({ traffic, errors }: DebugPanelProps) {
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
