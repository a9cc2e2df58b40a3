import type { HealthError } from '#src/machines/health/types.ts'
import type { HealthReport } from '#src/machines/health/report.ts'
import { humanize } from '#src/analysis/fields.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { ErrorList } from '../ErrorList.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import * as css from './ProxyHealthCard.css.ts'

interface ProxyDetailsProps {
  readonly report: HealthReport
  /** Oldest first. */
  readonly errors: readonly HealthError[]
  readonly shown: number
}

/** Configuration, features and recent errors of the stream-proxy. */
export function ProxyDetails({ report: { system, consumption }, errors, shown }: ProxyDetailsProps) {
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
