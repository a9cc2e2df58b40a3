import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { HEALTH } from '#contract/limits.ts'
import type { HealthState } from '#src/machines/health/report.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { formatClock } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { ProxyDetails } from './ProxyDetails.tsx'
import * as css from './ProxyHealthCard.css.ts'
import type { ProxyHealthView } from './useProxyHealth.ts'
import { vitalsOf } from './vitals.ts'
import { VitalTile } from './VitalTile.tsx'

const STATES = {
  healthy: { label: 'Healthy', tone: 'success', Icon: CircleCheck },
  degraded: { label: 'Degraded', tone: 'warning', Icon: TriangleAlert },
  error: { label: 'Error', tone: 'danger', Icon: CircleAlert },
} as const satisfies Record<HealthState, unknown>

export interface ProxyHealthCardProps {
  readonly health: Omit<ProxyHealthView, 'onTest'> & { readonly onTest: () => void }
  /** Adds configuration, features and recent errors. */
  readonly details: boolean
}

function StateBadge({ state }: { readonly state: HealthState }) {
  const { label, tone, Icon } = STATES[state]
  return (
    <Badge tone={tone} shape="pill" icon={<Icon size={12} aria-hidden="true" />}>
      {label}
    </Badge>
  )
}

/** Why the server as a whole is not healthy. */
function ServerErrors({ errors }: { readonly errors: readonly string[] }) {
  if (errors.length === 0) return null
  return (
    <Alert tone="info" title="Reported by the server">
      <ul>
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** Health of the stream-proxy: state, four vitals and, with details, configuration and recent errors. */
export function ProxyHealthCard({ health, details }: ProxyHealthCardProps) {
  const { state, report, failure, errors, isPolling, isMonitoring, isTesting, onRefresh, onTest } = health
  return (
    <Card
      title="Redis Proxy Health"
      subtitle="Redis: the server’s log of streams, whatever stores it"
      headingLevel={3}
      bodyHeight="104px"
      trailing={
        <>
          {state === undefined ? null : <StateBadge state={state} />}
          <RefreshButton size="small" isLoading={isPolling} onRefresh={onRefresh} />
          <Button size="small" busy={isTesting} onClick={onTest}>
            Test
          </Button>
        </>
      }
      footer={
        <>
          <span>
            {report === undefined ? 'Not updated yet' : `Last updated ${formatClock(report.at)} ${zoneName(report.at)}`}
          </span>
          <span>{isMonitoring ? 'Auto-monitoring active' : 'Auto-monitoring inactive'}</span>
        </>
      }
    >
      <AsyncContent
        data={{
          value: report,
          at: report?.at,
          isLoading: isPolling,
          isPrevious: false,
          error: failure,
          reload: onRefresh,
        }}
        loading="Loading Redis Proxy health status..."
        failed="Unable to load Redis Proxy health status"
        lines={0}
      >
        {(shown) => (
          <div className={layout.stack[4]}>
            <ul className={css.tiles} aria-label="Vitals">
              {vitalsOf(shown).map((vital) => (
                // Outdated values keep their texts but lose their colours.
                <VitalTile key={vital.name} vital={failure === undefined ? vital : { ...vital, tone: 'neutral' }} />
              ))}
            </ul>
            <ServerErrors errors={shown.vitals.errors ?? []} />
            {details ? <ProxyDetails report={shown} errors={errors} shown={HEALTH.maxErrors} /> : null}
          </div>
        )}
      </AsyncContent>
    </Card>
  )
}
