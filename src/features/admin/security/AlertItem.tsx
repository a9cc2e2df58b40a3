import { Link } from '@tanstack/react-router'
import type { SecurityAlert, Severity } from '#contract/admin.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { row } from '../admin.css.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { LogTime } from './LogTime.tsx'
import * as css from './security.css.ts'

const SEVERITY_TONES: Record<Severity, Tone> = { low: 'neutral', medium: 'info', high: 'warning', critical: 'danger' }

/** Links to the rows that triggered the alert. */
function Evidence({ alert: { id, evidence, evidence_counts: counts } }: { readonly alert: SecurityAlert }) {
  const attempts = counts?.login_attempts ?? evidence?.login_attempts.length ?? 0
  const entries = counts?.audit_entries ?? evidence?.audit_entries.length ?? 0
  return (
    <span className={row}>
      {attempts === 0 ? null : (
        <Link to="/admin/security" search={{ tab: 'attempts', alert: id }}>
          {pluralize(attempts, 'login attempt')}
        </Link>
      )}
      {entries === 0 ? null : (
        <Link to="/admin/security" search={{ tab: 'audit', alert: id }}>
          {pluralize(entries, 'audit entry', 'audit entries')}
        </Link>
      )}
    </span>
  )
}

export interface AlertItemProps {
  readonly alert: SecurityAlert
  /** Current time, unix ms. */
  readonly now: number
  readonly isResolving?: boolean | undefined
  readonly onResolve?: (() => void) | undefined
}

export function AlertItem({ alert, now, isResolving = false, onResolve }: AlertItemProps) {
  const { title, description, severity, ip_address: ip, affected_user_email: email, created_at: at, resolved } = alert
  return (
    <article className={resolved ? css.resolved : css.alert} aria-label={title}>
      <header className={layout.wrap[2]}>
        <h3 className={css.alertTitle}>{title}</h3>
        <Badge tone={resolved ? 'neutral' : SEVERITY_TONES[severity]} title="Severity">
          {severity}
        </Badge>
        {onResolve === undefined ? null : (
          <Button size="small" busy={isResolving} onClick={onResolve}>
            Resolve <VisuallyHidden>{title}</VisuallyHidden>
          </Button>
        )}
      </header>
      <p>{description}</p>
      <dl className={css.properties}>
        <div className={css.property}>
          <dt>IP</dt>
          <dd className={css.propertyValue}>{ip ?? 'Unknown'}</dd>
        </div>
        {email === null ? null : (
          <div className={css.property}>
            <dt>Affected user email</dt>
            <dd className={css.propertyValue}>
              <Link to="/admin/users" search={{ search: email }}>
                {email}
              </Link>
            </dd>
          </div>
        )}
        <div className={css.property}>
          <dt>Created</dt>
          <dd className={css.propertyValue}>
            <LogTime iso={at} now={now} inline />
          </dd>
        </div>
      </dl>
      <Evidence alert={alert} />
    </article>
  )
}
