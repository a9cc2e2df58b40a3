import { useMemo } from 'react'
import type { AuditEntry } from '#contract/admin.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { VirtualTable } from '#src/ui/table/VirtualTable.tsx'
import { TruncationNotice } from '../TruncationNotice.tsx'
import { useAdminApi } from '../useAdminApi.ts'
import { AlertFilterNotice } from './AlertFilterNotice.tsx'
import { auditColumns } from './auditColumns.tsx'
import { exportRows } from './exportRows.ts'
import { HoursSelect } from './HoursSelect.tsx'
import { details, notices, tabFilters } from './security.css.ts'
import { TabToolbar } from './TabToolbar.tsx'
import { useSecuritySearch } from './useSecuritySearch.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const Details = (entry: AuditEntry) => <pre className={details}>{JSON.stringify(entry.details, null, 2)}</pre>

export function AuditTab() {
  const api = useAdminApi()
  const now = useNow(MINUTE_MS)
  const { search, hours, change } = useSecuritySearch()
  const { user, action, alert } = search
  const isValidUser = user === undefined || UUID.test(user)
  const filter = { user: isValidUser ? user : undefined, action, hours, alert }
  const auditLog = useRemoteQuery(api.audit, filter)
  const columns = useMemo(() => auditColumns(now), [now])
  const { value } = auditLog
  const exportLog =
    value && (() => exportRows('audit-log', { rows: value.entries, total: value.total, filter }, Date.now()))

  return (
    <>
      <TabToolbar onExport={exportLog} onRefresh={auditLog.reload} isLoading={auditLog.isLoading} />
      <search className={tabFilters}>
        <SearchField
          isMain
          label="User ID"
          value={user ?? ''}
          error={isValidUser ? undefined : 'Incomplete user id; all users are shown'}
          onSearch={(text) => change({ user: text || undefined })}
        />
        <SearchField label="Action" value={action ?? ''} onSearch={(text) => change({ action: text || undefined })} />
        <HoursSelect value={hours} onChange={(next) => change({ hours: next })} />
      </search>
      <AsyncContent data={auditLog} loading="Loading audit log..." failed="Failed to load security data" lines={8}>
        {({ entries, total }) => (
          <>
            <div className={notices}>
              <AlertFilterNotice rowsLabel="entries" />
              <TruncationNotice rowsLabel="newest entries" shown={entries.length} total={total} />
            </div>
            {entries.length === 0 ? (
              <EmptyState title="No audit log entries found">Try a longer time range.</EmptyState>
            ) : (
              <VirtualTable
                caption="Audit log"
                columns={columns}
                rows={entries}
                rowId={({ id }) => id}
                detail={Details}
              />
            )}
          </>
        )}
      </AsyncContent>
    </>
  )
}
