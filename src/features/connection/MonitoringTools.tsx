import FaultInjectionCard from './fault-injection/FaultInjectionCard.tsx'
import { ConnectionWidgets } from './widget/ConnectionWidgets.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'

/** Connection tools of the monitoring screen: both widgets and, for administrators, fault injection. */
export default function MonitoringTools() {
  return (
    <div className={layout.stack[4]}>
      <ConnectionWidgets />
      <FaultInjectionCard />
    </div>
  )
}
