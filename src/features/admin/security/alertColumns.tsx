import type { SecurityAlert, Severity } from '#contract/admin.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { row } from '../admin.css.ts'
import { RowLink } from '../RowLink.tsx'
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
        <RowLink to="/admin/security" search={{ tab: 'attempts', alert: id }}>
          {pluralize(attempts, 'login attempt')}
        </RowLink>
      )}
      {entries === 0 ? null : (
        <RowLink to="/admin/security" search={{ tab: 'audit', alert: id }}>
          {pluralize(entries, 'audit entry', 'audit entries')}
        </RowLink>
      )}
    </span>
  )
}

const Title = ({ alert }: { readonly alert: SecurityAlert }) => (
  <span className={alert.resolved ? css.resolved : css.alert}>
    <strong>{alert.title}</strong>
    <span className={css.description}>{alert.description}</span>
    <Evidence alert={alert} />
  </span>
)

const column = columnHelper<SecurityAlert>()

export interface AlertColumnsOptions {
  /** Current time, unix ms. */
  readonly now: number
  /** Id of the alert that is being resolved. */
  readonly resolving: string | undefined
  readonly onResolve: (alert: SecurityAlert) => void
}

export const alertColumns = ({ now, resolving, onResolve }: AlertColumnsOptions): Columns<SecurityAlert> =>
  column.columns([
    column.accessor('title', {
      header: 'Alert',
      meta: { isTitle: true, wraps: true },
      cell: ({ row: { original } }) => <Title alert={original} />,
    }),
    column.accessor('severity', {
      header: 'Severity',
      meta: { isDescendingFirst: true },
      cell: ({ row: { original } }) => (
        <Badge tone={original.resolved ? 'neutral' : SEVERITY_TONES[original.severity]} title="Severity">
          {original.severity}
        </Badge>
      ),
    }),
    column.accessor('ip_address', {
      header: 'IP',
      meta: { wraps: true },
      cell: (cell) => cell.getValue() ?? 'Unknown',
    }),
    column.accessor('affected_user_email', {
      header: 'Affected user email',
      meta: { wraps: true },
      cell: (cell) => {
        const email = cell.getValue()
        return email === null ? (
          <span className={layout.muted}>None</span>
        ) : (
          <RowLink to="/admin/users" search={{ search: email }}>
            {email}
          </RowLink>
        )
      },
    }),
    column.accessor('created_at', {
      header: 'Created',
      meta: { isDescendingFirst: true },
      cell: (cell) => <LogTime iso={cell.getValue()} now={now} />,
    }),
    column.display({
      id: 'actions',
      header: () => <VisuallyHidden>Actions</VisuallyHidden>,
      meta: { isActions: true },
      cell: ({ row: { original } }) =>
        original.resolved ? (
          <Badge tone="neutral">Resolved</Badge>
        ) : (
          <Button size="small" data-main busy={resolving === original.id} onClick={() => onResolve(original)}>
            Resolve <VisuallyHidden>{original.title}</VisuallyHidden>
          </Button>
        ),
    }),
  ])
