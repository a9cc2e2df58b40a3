import FaultInjectionCard from './fault-injection/FaultInjectionCard.tsx'
import { ConnectionWidgets } from './widget/ConnectionWidgets.tsx'
import { stack } from './status/ConnectionStatus.css.ts'

/** Connection tools of the monitoring screen: both widgets and, for administrators, fault injection. */
export default function MonitoringTools() {
  return (
    <div className={stack}>
      <ConnectionWidgets />
      <FaultInjectionCard />
    </div>
  )
}
