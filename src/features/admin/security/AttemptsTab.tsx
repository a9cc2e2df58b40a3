import { useMemo } from 'react'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { VirtualTable } from '#src/ui/table/VirtualTable.tsx'
import { TruncationNotice } from '../TruncationNotice.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { AlertFilterNotice } from './AlertFilterNotice.tsx'
import { attemptColumns } from './attemptColumns.tsx'
import { exportRows } from './exportRows.ts'
import { HoursSelect } from './HoursSelect.tsx'
import { notices, tabFilters } from './security.css.ts'
import { TabToolbar } from './TabToolbar.tsx'
import { useSecuritySearch } from './useSecuritySearch.ts'

const OUTCOMES = [
  { id: 'all', label: 'All' },
  { id: 'success', label: 'Successful Only' },
  { id: 'failed', label: 'Failed Only' },
] as const

export function AttemptsTab() {
  const api = useAdminApi()
  const now = useNow(MINUTE_MS)
  const { search, hours, change } = useSecuritySearch()
  const { ip, email, outcome, alert } = search
  const filter = { ip, email, success: outcome === undefined ? undefined : outcome === 'success', hours, alert }
  const attempts = useRemoteQuery(api.attempts, filter)
  const columns = useMemo(() => attemptColumns(now), [now])
  const { value } = attempts
  const exportAttempts =
    value && (() => exportRows('login-attempts', { rows: value.attempts, total: value.total, filter }, Date.now()))

  return (
    <>
      <TabToolbar onExport={exportAttempts} onRefresh={attempts.reload} isLoading={attempts.isLoading} />
      <search className={tabFilters}>
        <SearchField isMain label="IP" value={ip ?? ''} onSearch={(text) => change({ ip: text || undefined })} />
        <SearchField label="Email" value={email ?? ''} onSearch={(text) => change({ email: text || undefined })} />
        <Select
          label="Status"
          options={OUTCOMES}
          value={outcome ?? 'all'}
          onChange={(id) => change({ outcome: id === 'all' ? undefined : id })}
        />
        <HoursSelect value={hours} onChange={(next) => change({ hours: next })} />
      </search>
      <AsyncContent data={attempts} loading="Loading login attempts..." failed="Failed to load security data" lines={8}>
        {({ attempts: rows, total }) => (
          <>
            <div className={notices}>
              <AlertFilterNotice rowsLabel="sign-ins" />
              <TruncationNotice rowsLabel="newest attempts" shown={rows.length} total={total} />
            </div>
            {rows.length === 0 ? (
              <EmptyState title="No login attempts found">Try a longer time range.</EmptyState>
            ) : (
              <VirtualTable caption="Login attempts" columns={columns} rows={rows} rowId={({ id }) => id} />
            )}
          </>
        )}
      </AsyncContent>
    </>
  )
}
