import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { HEALTH } from '#contract/limits.ts'
import { humanize } from '#src/analysis/fields.ts'
import type { HealthReport, HealthState } from '#src/machines/health/health-tests.ts'
import type { HealthError } from '#src/machines/health/types.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { cx } from '#src/ui/cx.ts'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { formatClock } from '#src/ui/format/time.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { ErrorList } from '../ErrorList.tsx'
import * as css from './ProxyHealthCard.css.ts'
import type { ProxyHealthView } from './useProxyHealth.ts'
import { type Vital, vitalsOf } from './vitals.ts'
import { tone as toneClass } from '#src/ui/theme/color.css.ts'

interface ProxyDetailsProps {
  readonly report: HealthReport
  /** Oldest first. */
  readonly errors: readonly HealthError[]
  readonly shown: number
}

/** Configuration, features and recent errors of the stream-proxy. */
function ProxyDetails({ report: { system, consumption }, errors, shown }: ProxyDetailsProps) {
  const config = system.ok ? system.value.config : undefined
  const features = consumption.ok ? consumption.value.features : []
  return (
    <>
      <div className={layout.columns}>
        <div>
          <h4 className={css.heading}>Configuration</h4>
          <KeyValueList
            items={[
              {
                label: 'Exchange',
                value: config?.redis_exchange === undefined ? NOT_AVAILABLE : humanize(config.redis_exchange),
              },
              { label: 'TDP feed prefix', value: config?.redis_tdp_feed_prefix ?? NOT_AVAILABLE },
              { label: 'WebSocket port', value: config?.websocket_port ?? NOT_AVAILABLE },
              { label: 'API port', value: config?.api_port ?? NOT_AVAILABLE },
            ]}
          />
        </div>
        <div>
          <h4 className={css.heading}>Features</h4>
          {features.length === 0 ? (
            <p className={css.note}>{NOT_AVAILABLE}</p>
          ) : (
            <ul className={css.chips} aria-label="Features">
              {features.map((feature) => (
                <li key={feature}>
                  <Badge tone="info">{feature}</Badge>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <ErrorList title={`Recent errors (${zoneName()})`} errors={errors} shown={shown} />
    </>
  )
}

/** A value with its name above and a note below. */
function VitalTile({ vital: { name, value, tone, note } }: { readonly vital: Vital }) {
  return (
    <li className={cx(css.tile, toneClass[tone])} aria-label={name} data-tone={tone}>
      <h4 className={css.name}>{name}</h4>
      <p className={css.value}>{value}</p>
      <p className={css.note}>{note}</p>
    </li>
  )
}

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
