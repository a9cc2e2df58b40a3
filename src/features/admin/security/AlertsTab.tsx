import { ShieldCheck } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { type SecurityAlert, type SecurityAlerts, SEVERITIES } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import type { BulkAction } from '#src/ui/table/bulk.ts'
import { AdminTable, type AdminTableProps } from '../table/AdminTable.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { alertColumns } from './alertColumns.tsx'
import { tabFilters } from './security.css.ts'
import { sortFor, useSecuritySearch } from './useSecuritySearch.ts'

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
