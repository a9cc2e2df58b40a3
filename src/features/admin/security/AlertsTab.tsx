import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { SecurityAlerts } from '#contract/admin.ts'
import { useResource } from '#src/app/use-resource.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/display/EmptyState.tsx'
import { Loaded } from '#src/ui/display/Loaded.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { Truncated } from '../Truncated.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { AlertItem } from './AlertItem.tsx'
import { exportRows } from './exportRows.ts'
import { alerts as alertsClass, section } from './security.css.ts'
import { TabTools } from './TabTools.tsx'
import { useResolve } from './useResolve.ts'

const MINUTE_MS = 60_000
/** Resolved alerts that are drawn at first, and more at each press. */
const STEP = 20

interface AlertListProps extends SecurityAlerts {
  readonly onChanged: () => void
}

/** The open ones, and below what was dealt with. */
function AlertList({ alerts, total, onChanged }: AlertListProps) {
  const now = useNow(MINUTE_MS)
  const [drawn, setDrawn] = useState(STEP)
  const { resolve, resolving } = useResolve(onChanged)
  const open = alerts.filter(({ resolved }) => !resolved)
  const past = alerts.filter(({ resolved }) => resolved)
  return (
    <div className={alertsClass}>
      <Truncated
        what="first alerts"
        shown={alerts.length}
        total={total}
        advice="Open ones come first, then the newest."
      />
      {open.length === 0 ? (
        <EmptyState icon={<ShieldCheck size={20} aria-hidden="true" />} title="No active security alerts">
          All systems operating normally
        </EmptyState>
      ) : null}
      {open.map((alert) => (
        <AlertItem
          key={alert.id}
          alert={alert}
          now={now}
          isResolving={resolving.has(alert.id)}
          onResolve={() => void resolve(alert)}
        />
      ))}
      {past.length === 0 ? null : <h3 className={section}>Resolved</h3>}
      {past.slice(0, drawn).map((alert) => (
        <AlertItem key={alert.id} alert={alert} now={now} />
      ))}
      {past.length > drawn ? (
        <Button onClick={() => setDrawn(drawn + STEP)}>Show {Math.min(STEP, past.length - drawn)} More</Button>
      ) : null}
    </div>
  )
}

export function AlertsTab() {
  const api = useAdminApi()
  const alerts = useResource(api.alerts, null)
  const { value } = alerts
  const save =
    value && (() => exportRows('security-alerts', { rows: value.alerts, total: value.total, filter: {} }, Date.now()))
  return (
    <>
      <TabTools onExport={save} onRefresh={alerts.reload} isLoading={alerts.isLoading} />
      <Loaded resource={alerts} loading="Loading security alerts..." failed="Failed to load security data">
        {(loaded) => <AlertList {...loaded} onChanged={alerts.reload} />}
      </Loaded>
    </>
  )
}
