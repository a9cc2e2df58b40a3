import { CONNECTION_STATUS } from '#contract/limits.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { useConnection } from '../useConnection.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { ConnectionWidget } from './ConnectionWidget.tsx'

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
