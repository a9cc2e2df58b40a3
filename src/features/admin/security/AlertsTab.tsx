import { ShieldCheck } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { type SecurityAlert, type SecurityAlerts, SEVERITIES, type Severity } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { cx } from '#src/ui/cx.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import type { BulkAction } from '#src/ui/table/bulk.ts'
import { notInCards, onlyInCards } from '#src/ui/table/DataTable.css.ts'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { DetailToggle } from '#src/ui/table/parts.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { RowLink } from '../RowLink.tsx'
import { row } from '../admin.css.ts'
import { AdminTable, type AdminTableProps } from '../table/AdminTable.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { LogTime } from './LogTime.tsx'
import { Property } from './Property.tsx'
import * as css from './security.css.ts'
import { tabFilters } from './security.css.ts'
import { sortFor, useSecuritySearch } from './useSecuritySearch.ts'

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

/** On a phone what follows the title is in the details of the row. */
const Title = ({ alert }: { readonly alert: SecurityAlert }) => (
  <span className={alert.resolved ? css.resolved : css.alert}>
    <strong>{alert.title}</strong>
    <span className={cx(css.description, notInCards)}>{alert.description}</span>
    <span className={notInCards}>
      <Evidence alert={alert} />
    </span>
  </span>
)

const AffectedUser = ({ alert: { affected_user_email: email } }: { readonly alert: SecurityAlert }) =>
  email === null ? (
    <span className={layout.muted}>None</span>
  ) : (
    <RowLink to="/admin/users" search={{ search: email }}>
      {email}
    </RowLink>
  )

/** What is not in the row of an alert on a phone. */
const AlertDetails = (alert: SecurityAlert) => (
  <div className={css.details}>
    <p>{alert.description}</p>
    <dl>
      <Property label="Created">{formatExact(Date.parse(alert.created_at))}</Property>
      <Property label="IP">{alert.ip_address ?? 'Unknown'}</Property>
      <Property label="Affected user email">
        <AffectedUser alert={alert} />
      </Property>
    </dl>
    <Evidence alert={alert} />
  </div>
)

const column = columnHelper<SecurityAlert>()

interface AlertColumnsOptions {
  /** Current time, unix ms. */
  readonly now: number
  /** Id of the alert that is being resolved. */
  readonly resolving: string | undefined
  readonly onResolve: (alert: SecurityAlert) => void
}

const alertColumns = ({ now, resolving, onResolve }: AlertColumnsOptions): Columns<SecurityAlert> =>
  column.columns([
    column.accessor('title', {
      header: 'Alert',
      meta: { isTitle: true, wraps: true },
      cell: ({ row: { original } }) => <Title alert={original} />,
    }),
    column.accessor('severity', {
      header: 'Severity',
      meta: { isDescendingFirst: true, inCard: 'bare' },
      cell: ({ row: { original } }) => (
        <Badge tone={original.resolved ? 'neutral' : SEVERITY_TONES[original.severity]} title="Severity">
          {original.severity}
        </Badge>
      ),
    }),
    column.accessor('ip_address', {
      header: 'IP',
      meta: { wraps: true, inCard: 'folded' },
      cell: (cell) => cell.getValue() ?? 'Unknown',
    }),
    column.accessor('affected_user_email', {
      header: 'Affected user email',
      meta: { wraps: true, inCard: 'folded' },
      cell: ({ row: { original } }) => <AffectedUser alert={original} />,
    }),
    column.accessor('created_at', {
      header: 'Created',
      meta: { isDescendingFirst: true, inCard: 'bare' },
      cell: (cell) => (
        <>
          <span className={notInCards}>
            <LogTime iso={cell.getValue()} now={now} />
          </span>
          <span className={cx(onlyInCards, layout.quiet)}>
            <RelativeTime at={Date.parse(cell.getValue())} now={now} />
          </span>
        </>
      ),
    }),
    column.display({
      id: 'actions',
      header: () => <VisuallyHidden>Actions</VisuallyHidden>,
      meta: { isActions: true, inCard: 'bare' },
      cell: ({ row: alertRow }) => {
        const { original } = alertRow
        return (
          <span className={css.alertActions}>
            {original.resolved ? (
              <Badge tone="neutral">Resolved</Badge>
            ) : (
              <Button size="small" data-main busy={resolving === original.id} onClick={() => onResolve(original)}>
                Resolve <VisuallyHidden>{original.title}</VisuallyHidden>
              </Button>
            )}
            <span className={onlyInCards}>
              <DetailToggle row={alertRow} of={original.title} />
            </span>
          </span>
        )
      },
    }),
  ])

/** Resolves one alert at a time; `resolving` is its id. */
function useResolveAlert(onChanged: () => void) {
  const { toasts } = useOverlays()
  const { mutate, pending } = useMutation(useAdminApi().resolveAlert)

  const resolve = useCallback(
    async ({ id, title }: SecurityAlert): Promise<void> => {
      const result = await mutate(id)
      if (result === undefined) return
      if (!result.ok) return toasts.error('Failed to resolve alert', result.error)
      toasts.success(`Resolved: ${title}`)
      onChanged()
    },
    [mutate, toasts, onChanged],
  )
  return { resolve, resolving: pending?.[0] }
}

const SEVERITY_OPTIONS = [
  { id: 'all', label: 'All' },
  ...SEVERITIES.toReversed().map((severity) => ({ id: severity, label: severity })),
] as const
const STATES = [
  { id: 'all', label: 'All' },
  { id: 'open', label: 'Open Only' },
  { id: 'resolved', label: 'Resolved Only' },
] as const

const AllWell = () => (
  <EmptyState icon={<ShieldCheck size={20} aria-hidden="true" />} title="No active security alerts">
    All systems operating normally
  </EmptyState>
)

interface AlertTableProps extends Pick<
  AdminTableProps<'alerts', SecurityAlert>,
  'rows' | 'total' | 'filter' | 'search' | 'onSearch'
> {
  readonly onChanged: () => void
}

function AlertTable({ onChanged, ...table }: AlertTableProps) {
  const api = useAdminApi()
  const now = useNow(MINUTE_MS)
  const { resolve, resolving } = useResolveAlert(onChanged)
  const columns = useMemo(
    () => alertColumns({ now, resolving, onResolve: (alert) => void resolve(alert) }),
    [now, resolving, resolve],
  )
  const actions = useMemo(
    (): readonly BulkAction<SecurityAlert>[] => [
      {
        label: 'Resolve',
        question: (count) => `Resolve ${pluralize(count, 'alert')}?`,
        consequence: () => 'A resolved alert cannot be opened again; a new event raises a new one.',
        isHarmful: false,
        exempts: ({ resolved }) => (resolved ? 'Already resolved' : undefined),
        run: ({ id }) => api.resolveAlert(id),
      },
    ],
    [api],
  )
  return (
    <AdminTable
      list="alerts"
      caption="Security alerts"
      noun="alerts"
      columns={columns}
      rowId={({ id }) => id}
      nameOf={({ title }) => title}
      usualSort={undefined}
      actions={actions}
      detail={AlertDetails}
      onChanged={onChanged}
      empty={<EmptyState title="No alerts found">No alert matches these filters.</EmptyState>}
      {...table}
    />
  )
}

/** Whether nothing needs attention, as far as an unfiltered first page shows: open alerts come first. */
const isQuiet = ({ alerts }: SecurityAlerts, isFiltered: boolean) =>
  !isFiltered && alerts.every(({ resolved }) => resolved)

/** Open alerts, then resolved ones. */
export function AlertsTab() {
  const api = useAdminApi()
  const { search: address, change, filter: changeFilter } = useSecuritySearch()
  const { email, severity, state, page = 1, hide } = address
  const sort = sortFor('alerts', address.sort)
  const filter = { severity, resolved: state === undefined ? undefined : state === 'resolved', search: email }
  const alerts = useRemoteQuery(api.alerts, { page, page_size: ADMIN_AREA.rowsPerPage, ...filter, sort })
  const isFiltered = page > 1 || [email, severity, state, sort].some((part) => part !== undefined)
  return (
    <>
      <search className={tabFilters}>
        <SearchField
          isMain
          label="Search (email or IP)"
          value={email ?? ''}
          onSearch={(text) => changeFilter({ email: text || undefined })}
        />
        <Select
          label="Severity"
          options={SEVERITY_OPTIONS}
          value={severity ?? 'all'}
          onChange={(id) => changeFilter({ severity: id === 'all' ? undefined : id })}
        />
        <Select
          label="State"
          options={STATES}
          value={state ?? 'all'}
          onChange={(id) => changeFilter({ state: id === 'all' ? undefined : id })}
        />
        <RefreshButton isLoading={alerts.isLoading} onRefresh={alerts.reload} />
      </search>
      <AsyncContent data={alerts} loading="Loading security alerts..." failed="Failed to load security data">
        {(loaded) => (
          <>
            {isQuiet(loaded, isFiltered) ? <AllWell /> : null}
            {loaded.alerts.length === 0 && !isFiltered ? null : (
              <AlertTable
                rows={loaded.alerts}
                total={loaded.total}
                filter={filter}
                search={{ page, sort, hide }}
                onSearch={change}
                onChanged={alerts.reload}
              />
            )}
          </>
        )}
      </AsyncContent>
    </>
  )
}
