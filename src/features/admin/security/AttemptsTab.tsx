import { useMemo } from 'react'
import { ADMIN_AREA } from '#contract/limits.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { AdminTable } from '../table/AdminTable.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { AlertFilterNotice } from './AlertFilterNotice.tsx'
import { attemptColumns } from './attemptColumns.tsx'
import { HoursSelect } from './HoursSelect.tsx'
import { notices, tabFilters } from './security.css.ts'
import { sortFor, useSecuritySearch } from './useSecuritySearch.ts'

const OUTCOMES = [
  { id: 'all', label: 'All' },
  { id: 'success', label: 'Successful Only' },
  { id: 'failed', label: 'Failed Only' },
] as const

export function AttemptsTab() {
  const api = useAdminApi()
  const now = useNow(MINUTE_MS)
  const { search, hours, change, filter: changeFilter } = useSecuritySearch()
  const { ip, email, outcome, alert, page = 1, hide } = search
  const sort = sortFor('attempts', search.sort)
  const success = outcome === undefined ? undefined : outcome === 'success'
  const filter = { ip_address: ip, email, success, hours_back: hours, alert_id: alert }
  const attempts = useRemoteQuery(api.attempts, { page, page_size: ADMIN_AREA.rowsPerPage, ...filter, sort })
  const columns = useMemo(() => attemptColumns(now), [now])

  return (
    <>
      <search className={tabFilters}>
        <SearchField isMain label="IP" value={ip ?? ''} onSearch={(text) => changeFilter({ ip: text || undefined })} />
        <SearchField
          label="Email"
          value={email ?? ''}
          onSearch={(text) => changeFilter({ email: text || undefined })}
        />
        <Select
          label="Status"
          options={OUTCOMES}
          value={outcome ?? 'all'}
          onChange={(id) => changeFilter({ outcome: id === 'all' ? undefined : id })}
        />
        <HoursSelect value={hours} onChange={(next) => changeFilter({ hours: next })} />
        <RefreshButton isLoading={attempts.isLoading} onRefresh={attempts.reload} />
      </search>
      <div className={notices}>
        <AlertFilterNotice rowsLabel="sign-ins" />
      </div>
      <AsyncContent data={attempts} loading="Loading login attempts..." failed="Failed to load security data" lines={8}>
        {({ attempts: rows, total }) => (
          <AdminTable
            list="attempts"
            caption="Login attempts"
            noun="attempts"
            columns={columns}
            rows={rows}
            total={total}
            rowId={({ id }) => id}
            nameOf={(attempt) => attempt.email}
            filter={filter}
            search={{ page, sort, hide }}
            onSearch={change}
            usualSort="-attempted_at"
            empty={<EmptyState title="No login attempts found">Try a longer time range.</EmptyState>}
          />
        )}
      </AsyncContent>
    </>
  )
}
