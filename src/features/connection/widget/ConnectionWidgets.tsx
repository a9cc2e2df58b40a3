import { CONNECTION_STATUS } from '#contract/limits.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { useConnection } from '../useConnection.ts'
import { ConnectionWidget } from './ConnectionWidget.tsx'
import { widgets } from './ConnectionWidget.css.ts'

/** Both sockets side by side; ages are updated every 10 s. */
export function ConnectionWidgets() {
  const now = useNow(CONNECTION_STATUS.refreshMs)
  const tdp = useConnection('tdp')
  const analytics = useConnection('analytics')
  return (
    <div className={widgets}>
      {[analytics, tdp].map((connection) => (
        <ConnectionWidget key={connection.feed} connection={connection} now={now} />
      ))}
    </div>
  )
}
