import FaultInjectionCard from './fault-injection/FaultInjectionCard.tsx'
import { ConnectionWidgets } from './widget/ConnectionWidgets.tsx'
import { stack } from './status/ConnectionStatus.css.ts'

/** What the monitoring screen has of the connections: both widgets, and for administrators the drill. */
export default function MonitoringTools() {
  return (
    <div className={stack}>
      <ConnectionWidgets />
      <FaultInjectionCard />
    </div>
  )
}
