import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { SecurityAlerts } from '#contract/admin.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { TruncationNotice } from '../TruncationNotice.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { AlertItem, type AlertItemProps } from './AlertItem.tsx'
import { exportRows } from './exportRows.ts'
import { alerts as alertsClass, section } from './security.css.ts'
import { TabToolbar } from './TabToolbar.tsx'
import { useResolveAlert } from './useResolveAlert.ts'

/** Resolved alerts rendered initially and added by each Show More. */
const PAGE_SIZE = 20

interface AlertListProps extends SecurityAlerts {
  readonly onChanged: () => void
}

function OpenAlert({ alert, now, onChanged }: AlertItemProps & Pick<AlertListProps, 'onChanged'>) {
  const { resolve, isResolving } = useResolveAlert(alert, onChanged)
  return <AlertItem alert={alert} now={now} isResolving={isResolving} onResolve={() => void resolve()} />
}

/** Open alerts, then resolved ones. */
function AlertList({ alerts, total, onChanged }: AlertListProps) {
  const now = useNow(MINUTE_MS)
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE)
  const open = alerts.filter(({ resolved }) => !resolved)
  const resolvedAlerts = alerts.filter(({ resolved }) => resolved)
  return (
    <div className={alertsClass}>
      <TruncationNotice
        rowsLabel="first alerts"
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
        <OpenAlert key={alert.id} alert={alert} now={now} onChanged={onChanged} />
      ))}
      {resolvedAlerts.length === 0 ? null : <h3 className={section}>Resolved</h3>}
      {resolvedAlerts.slice(0, visibleCount).map((alert) => (
        <AlertItem key={alert.id} alert={alert} now={now} />
      ))}
      {resolvedAlerts.length > visibleCount ? (
        <Button onClick={() => setVisibleCount(visibleCount + PAGE_SIZE)}>
          Show {Math.min(PAGE_SIZE, resolvedAlerts.length - visibleCount)} More
        </Button>
      ) : null}
    </div>
  )
}

export function AlertsTab() {
  const api = useAdminApi()
  const alerts = useRemoteQuery(api.alerts, null)
  const { value } = alerts
  const exportAlerts =
    value && (() => exportRows('security-alerts', { rows: value.alerts, total: value.total, filter: {} }, Date.now()))
  return (
    <>
      <TabToolbar onExport={exportAlerts} onRefresh={alerts.reload} isLoading={alerts.isLoading} />
      <AsyncContent data={alerts} loading="Loading security alerts..." failed="Failed to load security data">
        {(loaded) => <AlertList {...loaded} onChanged={alerts.reload} />}
      </AsyncContent>
    </>
  )
}
